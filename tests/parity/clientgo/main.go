// Prints what client-go decides, as JSON lines, for a sequence drawn from a seed: the vectors that the tests beside this
// folder replay, and fresh ones.
//
//	go run . [-seed N] [-steps N] correlator|sprintf|series|recorder|differences|bench
//	go run . formats FOLDER...
//	go run . storm|watch|cluster OPTIONS
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"k8s.io/klog/v2"
)

// A printer writes one JSON value a line.
type printer struct{ encoder *json.Encoder }

func newPrinter(writer io.Writer) *printer {
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	return &printer{encoder}
}

func (p *printer) print(value any) {
	if err := p.encoder.Encode(value); err != nil {
		log.Fatal(err)
	}
}

func main() {
	seed := flag.Uint64("seed", 1, "where the random sequence begins")
	steps := flag.Int("steps", 400, "how long a story is")
	flag.Parse()
	log.SetFlags(0)
	klog.SetLogger(klog.New(nil))

	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	out := newPrinter(writer)
	switch flag.Arg(0) {
	case "correlator":
		printCorrelator(out, *seed, *steps)
	case "sprintf":
		printSprintf(out, *seed, *steps)
	case "series":
		printSeries(out, writer.Flush, *seed, *steps)
	case "recorder":
		printRecorder(out, writer.Flush, *seed, *steps)
	case "differences":
		printDifferences(out, writer.Flush)
	case "formats":
		printFormats(out, flag.Args()[1:])
	case "bench":
		printBench(out)
	case "storm":
		printStorm(out, flag.Arg(1))
	case "watch":
		deliverEvents(flag.Arg(1))
	case "cluster":
		recordInCluster(out, writer.Flush, flag.Arg(1))
	default:
		fmt.Fprintln(os.Stderr, "usage: go run . [-seed N] [-steps N] correlator|sprintf|series|recorder|differences|bench")
		writer.Flush()
		os.Exit(2)
	}
}
