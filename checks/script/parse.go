package script

import (
	"fmt"
	"strconv"
	"strings"
)

// statement is one parsed line.
type statement struct {
	verb     string
	exchange string
	frame    string // id of the SSE frame
	words    []string
	headers  [][2]string
	body     string
}

func parse(line string) (statement, error) {
	var st statement
	for line != "" {
		line = strings.TrimLeft(line, " \t")
		if st.verb != "" && (strings.HasPrefix(line, "{") || isMessage(st.verb) && !strings.HasPrefix(line, "@") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "[@")) {
			st.body = line
			return st, nil
		}
		if strings.HasPrefix(line, "[") {
			end := closing(line)
			if end < 0 {
				return st, fmt.Errorf("the bracket is not closed")
			}
			headers, err := parseHeaders(line[1:end])
			if err != nil {
				return st, err
			}
			st.headers = headers
			line = line[end+1:]
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		line = rest
		switch {
		case strings.HasPrefix(word, "@"):
			st.exchange = word[1:]
		case strings.HasPrefix(word, "#"):
			st.frame = word[1:]
		case st.verb == "" || st.verb == "s" && (word == "open" || word == "close" || word == "abort"):
			if st.verb == "s" {
				st.words = append(st.words, "server")
			}
			st.verb = word
			if word == "s" {
				if next := strings.Fields(rest); len(next) > 0 && (next[0] == "close" || next[0] == "abort" || next[0] == "open") {
					st.verb, st.words = next[0], []string{"server"}
					line = strings.TrimPrefix(strings.TrimLeft(rest, " "), next[0])
				}
			}
		default:
			st.words = append(st.words, word)
		}
	}
	return st, nil
}

func isMessage(verb string) bool {
	return verb == "c" || verb == "s" || verb == "C" || verb == "S"
}

// closing is the index of the bracket that ends a header list, outside quotes.
func closing(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ']' && !quoted:
			return i
		}
	}
	return -1
}

func parseHeaders(text string) ([][2]string, error) {
	var headers [][2]string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%q is no NAME=VALUE", text)
		}
		value := rest
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, err
			}
			text = rest[len(quoted):]
			if value, err = strconv.Unquote(quoted); err != nil {
				return nil, err
			}
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		headers = append(headers, [2]string{strings.ToLower(name), value})
	}
	return headers, nil
}
