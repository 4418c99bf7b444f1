package tui

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"mcpx/testdata"
	"mcpx/tui/document"
)

// The pictures of the README are frames of the explorer with the recording that "mcpx demo" opens.
const pictures = "../testdata/pictures"

func TestPictures(t *testing.T) {
	update := flag.Lookup("update").Value.String() == "true"
	for _, picture := range []struct {
		name string
		w, h int
		keys []string
	}{
		{"explorer", 120, 38, []string{"e", "e", "e"}},
		{"pair", 120, 34, []string{"]", "]", "]", "]", "]", "]", "]", "]", "3", "z"}},
	} {
		for _, theme := range []string{"dark", "light"} {
			path := filepath.Join(pictures, picture.name+"-"+theme+".svg")
			doc := document.New(source{bytes.NewReader([]byte(testdata.Demo()))}, document.Options{})
			m := newModel(t.Context(), "demo.jsonl", doc, lookNamed(t, theme))
			m.Update(tea.WindowSizeMsg{Width: picture.w, Height: picture.h})
			run(m, m.Init())
			press(m, picture.keys...)
			m.notice = notice{}
			got := svg(m.frame(), picture.w, m.look.Theme.Foreground, m.look.Theme.Background)
			if update {
				if err := os.MkdirAll(pictures, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what the explorer shows now; \"go test ./tui -run TestPictures -update\" draws it again", path)
			}
		}
	}
}

// Cells of a picture, and the border around them, in pixels.
const (
	cellWidth  = 8.4
	cellHeight = 17.0
	border     = 14.0
)

// pen is how text is drawn.
type pen struct {
	fill, back              string
	bold, faint, under, inv bool
}

// drawing is a picture under construction. Styles that were used have a class each.
type drawing struct {
	fore, back string
	classes    map[string]string
	styles     strings.Builder
	shapes     strings.Builder
}

// svg draws a frame as a picture.
func svg(frame string, w int, fore, back color.Color) []byte {
	d := &drawing{fore: code(fore), back: code(back), classes: map[string]string{}}
	rows := strings.Split(frame, "\n")
	for y, row := range rows {
		d.row(y, row)
	}
	var b bytes.Buffer
	width, height := 2*border+float64(w)*cellWidth, 2*border+float64(len(rows))*cellHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s">`+"\n", px(width), px(height))
	fmt.Fprintf(&b, "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:%s;white-space:pre}\n%s</style>\n", d.fore, d.styles.String())
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", d.back)
	b.WriteString(d.shapes.String())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// row draws a row of the frame.
func (d *drawing) row(y int, row string) {
	var p pen
	x := 0
	for row != "" {
		if params, rest, ok := styling(row); ok {
			p.set(params)
			row = rest
			continue
		}
		end := strings.IndexByte(row, '\x1b')
		if end < 0 {
			end = len(row)
		}
		d.text(x, y, row[:end], p)
		x += ansi.StringWidth(row[:end])
		row = row[end:]
	}
}

// styling takes a sequence of ours off the beginning of a row.
func styling(row string) (params, rest string, ok bool) {
	rest, ok = strings.CutPrefix(row, "\x1b[")
	if !ok {
		return "", row, false
	}
	return strings.Cut(rest, "m")
}

// set obeys a sequence.
func (p *pen) set(params string) {
	codes := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(codes) == 0 {
		*p = pen{}
	}
	for i := 0; i < len(codes); i++ {
		switch codes[i] {
		case "0":
			*p = pen{}
		case "1":
			p.bold = true
		case "2":
			p.faint = true
		case "4":
			p.under = true
		case "7":
			p.inv = true
		case "38", "48":
			if i+4 < len(codes) && codes[i+1] == "2" {
				c := rgb(codes[i+2 : i+5])
				if codes[i] == "38" {
					p.fill = c
				} else {
					p.back = c
				}
				i += 4
			}
		}
	}
}

func rgb(parts []string) string {
	var n [3]int
	for i, p := range parts {
		n[i], _ = strconv.Atoi(p)
	}
	return fmt.Sprintf("#%02x%02x%02x", n[0], n[1], n[2])
}

func code(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// text draws a run of text and what is behind it.
func (d *drawing) text(x, y int, text string, p pen) {
	cells := ansi.StringWidth(text)
	fill, back := p.fill, p.back
	if p.inv {
		fill, back = or(back, d.back), or(fill, d.fore)
	}
	top := border + float64(y)*cellHeight
	if back != "" && back != d.back {
		fmt.Fprintf(&d.shapes, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
			px(border+float64(x)*cellWidth), px(top), px(float64(cells)*cellWidth), px(cellHeight), back)
	}
	for _, part := range strings.SplitAfter(text, "  ") { // some viewers make one blank of several
		shown := strings.Trim(part, " ")
		if shown != "" {
			lead := len(part) - len(strings.TrimLeft(part, " "))
			fmt.Fprintf(&d.shapes, `<text%s x="%s" y="%s" textLength="%s">`, d.class(fill, p),
				px(border+float64(x+lead)*cellWidth), px(top+12.5), px(float64(ansi.StringWidth(shown))*cellWidth))
			_ = xml.EscapeText(&d.shapes, []byte(shown))
			d.shapes.WriteString("</text>\n")
		}
		x += ansi.StringWidth(part)
	}
}

func or(c, other string) string {
	if c == "" {
		return other
	}
	return c
}

// class is the attribute that gives text its style.
func (d *drawing) class(fill string, p pen) string {
	var style string
	if fill != "" && fill != d.fore {
		style += "fill:" + fill + ";"
	}
	if p.bold {
		style += "font-weight:bold;"
	}
	if p.faint {
		style += "opacity:.6;"
	}
	if p.under {
		style += "text-decoration:underline;"
	}
	if style == "" {
		return ""
	}
	name, known := d.classes[style]
	if !known {
		name = "s" + strconv.Itoa(len(d.classes))
		d.classes[style] = name
		fmt.Fprintf(&d.styles, ".%s{%s}\n", name, style)
	}
	return ` class="` + name + `"`
}

// px is a length without needless digits.
func px(v float64) string { return strconv.FormatFloat(v, 'f', -1, 32) }
