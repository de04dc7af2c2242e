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
	[]any{}, []any{1, "b", true}, []any{[]any{1.5}, "x"},
	map[string]any{}, map[string]any{"b": 1, "a": "x"}, map[string]any{"k": []any{"v", 2}, "e": errors.New("bad")},
}

// Every verb with the flags, width and precision that fit it, and verbs that are wrong in Go too.
var sprintfVerbs = []string{
	"%s", "%v", "%+v", "%d", "%q", "%t", "%x", "%X", "%f", "%e", "%g", "%c", "%T", "%z", "%!", "%é",
	"%5s|", "%-5s|", "%.2s", "%8.2q|", "%6v|", "%-6v|", "%5t|", "%4c|", "%-20T|",
	"%05s", "%-05s|", "%+05s", "%05.1s", "%08q", "%06v", "%-06v|", "%+08v", "%05t", "%03c", "%05q", "%08x", "%020T", "%09.2f",
	"%5d|", "%-5d|", "%05d", "%+d", "%+05d", "%.3d", "%8.3d|", "%08.3d|", "%x", "%4x|", "%04x", "%#x", "%#X",
	"%.1f", "%.0f", "%8.2f|", "%-8.2f|", "%08.2f", "%+.2f", "%.2e", "%12.1e|", "%.3g", "%+g", "%9g|",
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
	{"100% done", []any{}},
	{"%", []any{}},
	{"%d", []any{}},
	{"%d %s %v", []any{}},
	{"%s is %d", []any{"one"}},
	{"one %s", []any{"a", 2, nil, 1.5, true, []any{"x"}}},
	{"none", []any{1}},
	{"", []any{"left over"}},
	{"%😀 x", []any{1}},
	{"%%%d%%%%", []any{4}},
	{"URL http://example.com/a%2Fb%3Ac failed: %s", []any{"timed out"}},
	{"Back-off restarting failed container %s in pod %s_%s(%s)", []any{"web", "web-1", "default", "uid"}},
	{"Error: %v (retry in %ds)", []any{errors.New("timed out"), 10}},
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
	var format strings.Builder
	var args []any
	for range 1 + random.IntN(4) {
		switch random.IntN(6) {
		case 0:
			format.WriteString("%" + []string{"5", "-7", ".1", "8.2"}[random.IntN(4)] + pick("ssvvddqffeg"))
		case 1:
			format.WriteString("%" + []string{"+", "05", "+09"}[random.IntN(3)] + pick("ddffeg"))
		default:
			format.WriteString("%" + pick("ssssvvvvdddqqxXfegctT%z"))
		}
		format.WriteString(pick("|  ,"))
		if random.IntN(12) > 0 {
			args = append(args, randomArgument(random))
		}
	}
	if random.IntN(30) == 0 {
		format.WriteString("%")
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
