package catalogue

import (
	"slices"
	"testing"
)

func TestSpans(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"Servers MUST NOT send it.", []string{"MUST NOT"}},
		{"It SHOULD be and MAY be; MUSTARD, must and MAYBE are not.", []string{"SHOULD", "MAY"}},
		{"is RECOMMENDED, NOT RECOMMENDED, REQUIRED, OPTIONAL, SHALL NOT",
			[]string{"RECOMMENDED", "NOT RECOMMENDED", "REQUIRED", "OPTIONAL", "SHALL NOT"}},
		{"`MUST` then SHOULD\n NOT and `a b`.", []string{"`MUST`", "SHOULD\n NOT", "`a b`"}},
		{"a lone ` MUST stay", []string{"MUST"}},
		{"MUST — `é` MAY", []string{"MUST", "`é`", "MAY"}},
		{"``", []string{"``"}},
		{"", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, span := range Spans(tt.text) {
			got = append(got, tt.text[span.Start:span.End])
			if isCode := tt.text[span.Start] == '`'; isCode != (span.Kind == CodeSpan) {
				t.Errorf("%q: kind %d at %d", tt.text, span.Kind, span.Start)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestSpansOfEveryQuote(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for _, clause := range c.Clauses() {
			end, keywords := 0, 0
			for _, span := range Spans(clause.Quote) {
				if span.Start < end || span.End <= span.Start || span.End > len(clause.Quote) {
					t.Errorf("%s: span %+v after %d", clause.ID, span, end)
				}
				end = span.End
				keywords += count(span.Kind == KeywordSpan)
			}
			if c.Revision() != R20250618 && keywords == 0 {
				t.Errorf("%s: no word of obligation in %q", clause.ID, clause.Quote)
			}
		}
	}
}

func FuzzSpans(f *testing.F) {
	f.Add("`MUST` NOT MUST NOT `x")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, span := range Spans(text) {
			if span.Start < end || span.End <= span.Start || span.End > len(text) {
				t.Fatalf("span %+v after %d in %q", span, end, text)
			}
			end = span.End
		}
	})
}
