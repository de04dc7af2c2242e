package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// travelling gives an argument as it travels: JSON has no errors, no infinities and no whole floats.
func travelling(value any) any {
	switch value := value.(type) {
	case error:
		return object{"error": value.Error()}
	case float64:
		if math.IsInf(value, 0) || math.IsNaN(value) {
			return object{"float": fmt.Sprint(value)}
		}
		return value
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = travelling(item)
		}
		return list
	case map[string]any:
		// Not as an object: V8 reads some escaped keys of objects wrong.
		pairs := [][]any{}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			pairs = append(pairs, []any{key, travelling(value[key])})
		}
		return object{"map": pairs}
	default:
		return value
	}
}

// printFormatted prints a format, its arguments and the text.
func printFormatted(out *printer, format string, args []any) {
	out.print([]any{format, travelling(args), fmt.Sprintf(format, args...)})
}

var sprintfValues = []any{
	0, 7, -42, 255, 65, 0x1F600, 1 << 40, -1,
	0.5, -3.14159, 1234.5678, 2.5, 1e-7, 1.5e22, 123456789.25, math.Inf(1), math.Inf(-1), math.NaN(), 0.1,
	"", "hi", "héllo wörld", "q\"uo`te\\", "tab\tnul\x00é\u200b\U0001F600", "<a&b>", "100%",
	true, false, nil,
	errors.New("connection refused"), fmt.Errorf("wrapped: %w", errors.New("inner")),
	[]any{}, []any{1, "b", true}, []any{[]any{1.5}, nil, "x"},
	map[string]any{}, map[string]any{"b": 1, "a": "x"}, map[string]any{"k": []any{"v", 2}, "e": errors.New("bad")},
}

var sprintfVerbs = []string{
	"%s", "%d", "%v", "%+v", "%#v", "%q", "%t", "%x", "%X", "%f", "%.2f", "%T", "%5s", "%-5s|", "%05d", "%+d", "% d", "%8.3f",
	"%-8.2f|", "%08.3f", "%e", "%E", "%g", "%G", "%.3g", "%.0f", "%6.2s|", "%.3s", "%5t|", "%5v|", "%-7v|", "%c", "%U", "%o", "%b",
	"%#x", "%#o", "%#q", "%+q", "% x", "%10q", "%3c|", "%p", "%z", "%!", "%w", "%5d|", "%-5d|", "%.5d", "%8.5d|", "%+.1e", "%+f", "% f",
	"%#v|", "%10T|", "%O", "%F", "%#X", "%#U", "%x|%[1]X", "%06d", "%-06d|", "%+06d", "%010.2f", "%.1f", "%20s|",
}

// What controllers write, and what goes wrong.
var sprintfCases = []struct {
	format string
	args   []any
}{
	{"", []any{}},
	{"no verbs at all", []any{}},
	{"100%% of %s", []any{"it"}},
	{"100%", []any{}},
	{"50% off %d", []any{3}},
	{"%", []any{}},
	{"%d", []any{}},
	{"%d %s %v", []any{}},
	{"%s is %d", []any{"one"}},
	{"one %s", []any{"a", 2, nil, 1.5, true, []any{"x"}}},
	{"none", []any{1}},
	{"", []any{"left over"}},
	{"%*d|%-*d|%.*f", []any{5, 3, 5, 3, 2, 1.239}},
	{"%*d", []any{"wide", 3}},
	{"%.*f", []any{"exact", 1.5}},
	{"%*d", []any{-5, 3}},
	{"%.*f|", []any{-1, 1.5}},
	{"%*d", []any{3}},
	{"%[2]d %[1]d", []any{1, 2}},
	{"%[1]s %[1]q %s", []any{"a", "b"}},
	{"%[3]s", []any{"a", "b"}},
	{"%[0]s", []any{"a"}},
	{"%[x]s", []any{"a"}},
	{"%[1s", []any{"a"}},
	{"%[]d", []any{1}},
	{"%[-1]d", []any{1}},
	{"%[1]*.[2]*[3]f|", []any{8, 2, 3.14159}},
	{"%[3]*.[2]*[1]f|", []any{3.14159, 2, 8}},
	{"%[2]*[1]d|", []any{7, 4}},
	{"%[1]d %d %[1]d", []any{1, 2}},
	{"%-+ #0d|", []any{5}},
	{"%+-5d|%- 5d|%0+5d|", []any{5, 5, 5}},
	{"%.d|%.s|%.f", []any{5, "text", 2.7}},
	{"%é", []any{1}},
	{"%😀 x", []any{1}},
	{"%%%d%%%%", []any{4}},
	{"%5%|%-5%|%05%|", []any{}},
	{"%.d", []any{0}},
	{"%5.d|", []any{0}},
	{"Back-off restarting failed container %s in pod %s_%s(%s)", []any{"web", "web-1", "default", "uid"}},
	{"Error: %v (took %.1fs, retry in %ds)", []any{errors.New("timed out"), 2.25, 10}},
}

// printSprintf prints the table, every verb with every value, and what goes wrong; then as many random lines.
func printSprintf(out *printer, seed uint64, steps int) {
	for _, verb := range sprintfVerbs {
		for _, value := range sprintfValues {
			printFormatted(out, verb, []any{value})
		}
	}
	for _, one := range sprintfCases {
		printFormatted(out, one.format, one.args)
	}

	random := rand.New(rand.NewPCG(seed, 0))
	for range steps {
		printRandomFormat(out, random)
	}
}

func printRandomFormat(out *printer, random *rand.Rand) {
	pick := func(from string) string {
		runes := []rune(from)
		return string(runes[random.IntN(len(runes))])
	}
	// Most formats are as people write them; the others have everything that may stand in a directive, right and wrong.
	wild := random.IntN(3) == 0
	var format strings.Builder
	var args []any
	index := func() {
		// A second one would be the verb.
		if wild && random.IntN(6) == 0 && !strings.HasSuffix(format.String(), "]") {
			format.WriteString([]string{"[1]", "[2]", "[3]", "[1]", "[2]", "[0]", "[5]", "[x]", "[]", "[-1]", "[1", "[2000000]", "[12345678]"}[random.IntN(13)])
		}
	}
	size := func(limit int) {
		if wild && random.IntN(4) == 0 {
			format.WriteString("*")
			if random.IntN(6) > 0 {
				args = append(args, []any{random.IntN(limit), -random.IntN(limit), "wide", 2.5, nil, 1_000_001}[min(random.IntN(18), 17)%6])
			}
			return
		}
		fmt.Fprint(&format, random.IntN(limit))
	}
	for range 1 + random.IntN(3) {
		format.WriteString("%")
		for range random.IntN(3) {
			format.WriteString(pick("+-# 0"))
		}
		index()
		if random.IntN(3) == 0 {
			size(12)
		}
		if random.IntN(3) == 0 {
			format.WriteString(".")
			index()
			if random.IntN(8) > 0 {
				size(8)
			}
		}
		index()
		if wild {
			format.WriteString(pick("sdvtxXfFeEgGTcUoObqpwz!%é😀"))
		} else {
			format.WriteString(pick("sdvtxXfeEgGTcUobq"))
		}
		format.WriteString(pick("|  ,"))
		if random.IntN(12) > 0 {
			args = append(args, randomArgument(random))
		}
	}
	if wild && random.IntN(20) == 0 {
		format.WriteString([]string{"%", "%.", "%-", "%[1]", "%12345678d", "%.12345678d", "%.*", "%*", "%5."}[random.IntN(9)])
	}
	printFormatted(out, format.String(), args)
}

func randomArgument(random *rand.Rand) any {
	switch random.IntN(8) {
	case 0:
		return random.IntN(2_000_000) - 1_000_000
	case 1:
		// Never whole: JavaScript would take it for an integer.
		return (float64(random.IntN(2_000_000)-1_000_000) + 0.5) / []float64{1, 8, 1024, 1e6}[random.IntN(4)]
	case 2:
		float := math.Float64frombits(random.Uint64())
		if float == math.Trunc(float) && math.Abs(float) < 1e16 {
			return 0.5
		}
		return float
	case 3:
		return randomText(random)
	case 4:
		keys := map[string]any{}
		for range random.IntN(5) {
			keys[randomText(random)] = random.IntN(100)
		}
		return keys
	default:
		return sprintfValues[random.IntN(len(sprintfValues))]
	}
}

func randomText(random *rand.Rand) string {
	runes := []rune("ab \t\n\"'`\\\x00\x7f\u00e9\u00ad\u200b\u2029\ufeff\ufffd\uffff\U0001F600\U0010FFFF")
	text := make([]rune, random.IntN(6))
	for i := range text {
		text[i] = runes[random.IntN(len(runes))]
	}
	return string(text)
}
