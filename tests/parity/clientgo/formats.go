package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var directive = regexp.MustCompile(`%[-+# 0-9.*\[\]]*.`)

// printFormats counts the directives in the formats that Go sources in some folders pass to Eventf, AnnotatedEventf and
// PastEventf of either API; "other" counts formats that are no constant text.
func printFormats(out *printer, folders []string) {
	files, constants := parseSources(folders)
	counts := map[string]int{}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if at := formatOf(call); at > 0 {
				counts["calls"]++
				text, ok := textOf(call.Args[at], constants)
				if !ok {
					counts["other"]++
				}
				for _, found := range directive.FindAllString(text, -1) {
					counts[found]++
				}
			}
			return true
		})
	}
	out.print(counts)
}

func parseSources(folders []string) (files []*ast.File, constants map[string]string) {
	constants = map[string]string{}
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return nil
			}
			files = append(files, file)
			ast.Inspect(file, func(node ast.Node) bool {
				if spec, ok := node.(*ast.ValueSpec); ok {
					for i, name := range spec.Names[:min(len(spec.Names), len(spec.Values))] {
						if text, ok := textOf(spec.Values[i], nil); ok {
							constants[name.Name] = text
						}
					}
				}
				return true
			})
			return nil
		})
	}
	return files, constants
}

// formatOf gives the index of a call's format, which follows the event's type: after the reason in core/v1, after reason
// and action in events.k8s.io/v1; 0 if the call formats no event.
func formatOf(call *ast.CallExpr) int {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return 0
	}
	first := map[string]int{"Eventf": 1, "AnnotatedEventf": 2, "PastEventf": 2}[selector.Sel.Name]
	if first == 0 {
		return 0
	}
	for i, argument := range call.Args {
		name := fmt.Sprint(argument)
		switch argument := argument.(type) {
		case *ast.SelectorExpr:
			name = argument.Sel.Name
		case *ast.BasicLit:
			name = argument.Value
		}
		if isType := strings.Contains(strings.ToLower(name), "type") || name == `"Normal"` || name == `"Warning"`; isType {
			at := i + 2 + (i - first)
			if i > first+1 || at >= len(call.Args) {
				return 0
			}
			return at
		}
	}
	return 0
}

func textOf(expression ast.Expr, constants map[string]string) (string, bool) {
	switch expression := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(expression.Value)
		return text, err == nil && expression.Kind == token.STRING
	case *ast.BinaryExpr:
		first, ok := textOf(expression.X, constants)
		second, isText := textOf(expression.Y, constants)
		return first + second, ok && isText && expression.Op == token.ADD
	case *ast.Ident:
		text, ok := constants[expression.Name]
		return text, ok
	case *ast.SelectorExpr:
		text, ok := constants[expression.Sel.Name]
		return text, ok
	}
	return "", false
}
