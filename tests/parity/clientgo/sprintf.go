package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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
		copied := object{}
		for key, item := range value {
			copied[key] = travelling(item)
		}
		return object{"map": copied}
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
	pick := func(from string) string { return string(from[random.IntN(len(from))]) }
	var format strings.Builder
	var args []any
	for range 1 + random.IntN(3) {
		format.WriteString("%")
		for range random.IntN(3) {
			format.WriteString(pick("+-# 0"))
		}
		if random.IntN(3) == 0 {
			fmt.Fprint(&format, random.IntN(12))
		}
		if random.IntN(3) == 0 {
			fmt.Fprintf(&format, ".%d", random.IntN(8))
		}
		format.WriteString(pick("sdvtxXfeEgGTcUob"))
		format.WriteString(pick("|  ,"))
		if random.IntN(12) > 0 {
			args = append(args, randomArgument(random))
		}
	}
	printFormatted(out, format.String(), args)
}

func randomArgument(random *rand.Rand) any {
	switch random.IntN(5) {
	case 0:
		return random.IntN(2_000_000) - 1_000_000
	case 1:
		// Never whole: JavaScript would take it for an integer.
		return (float64(random.IntN(2_000_000)-1_000_000) + 0.5) / []float64{1, 8, 1024, 1e6}[random.IntN(4)]
	default:
		return sprintfValues[random.IntN(len(sprintfValues))]
	}
}
