package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"
)

// A seriesStep is an event, or time passing without one, and what client-go then wrote.
type seriesStep struct {
	Ms     int64         `json:"ms"`
	Of     *int          `json:"of,omitempty"`
	Writes []seriesWrite `json:"writes,omitempty"`
}

// A seriesWrite is an event made, or a series of it written; Event tells the events made apart, in their order.
type seriesWrite struct {
	Is    string          `json:"is"`
	Event int             `json:"event"`
	Patch json.RawMessage `json:"patch,omitempty"`
}

// A seriesSink keeps what is written to it.
type seriesSink struct {
	mutex  sync.Mutex
	names  map[string]int
	writes []seriesWrite
}

func (s *seriesSink) Create(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.names[event.Name] = len(s.names)
	s.writes = append(s.writes, seriesWrite{Is: "create", Event: s.names[event.Name]})
	return event, nil
}

func (s *seriesSink) Update(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	return nil, errors.New("client-go never updates")
}

func (s *seriesSink) Patch(_ context.Context, event *eventsv1.Event, patch []byte) (*eventsv1.Event, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.writes = append(s.writes, seriesWrite{Is: "patch", Event: s.names[event.Name], Patch: patch})
	return event, nil
}

// take gives what was written since the last time, each once, in an order of its own: client-go's is that of a Go map.
func (s *seriesSink) take() []seriesWrite {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	writes := s.writes
	s.writes = nil
	slices.SortFunc(writes, func(a, b seriesWrite) int {
		return (a.Event-b.Event)*4 + strings.Compare(a.Is, b.Is)*2 + strings.Compare(string(a.Patch), string(b.Patch))
	})
	return slices.CompactFunc(writes, func(a, b seriesWrite) bool {
		return a.Is == b.Is && a.Event == b.Event && string(a.Patch) == string(b.Patch)
	})
}

// printSeries runs the real broadcaster of tools/events, whose clock and periods cannot be set from outside, in a bubble.
func printSeries(out *printer, flush func() error, seed uint64, steps int) {
	inBubble("series", flush, func(t *testing.T) {
		tellSeries(t.Context(), out, rand.New(rand.NewPCG(seed, 0)), steps)
	})
}

func tellSeries(ctx context.Context, out *printer, random *rand.Rand, steps int) {
	const tick = 6 * time.Minute
	ctx, cancel := context.WithCancel(ctx)
	sink := &seriesSink{names: map[string]int{}}
	broadcaster := events.NewBroadcaster(sink)
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		panic(err)
	}
	recorder := broadcaster.NewRecorder(runtime.NewScheme(), "example.com/controller")
	start := time.Now()
	sleep := func(until time.Duration) int64 {
		before := time.Since(start)
		time.Sleep(until - before)
		synctest.Wait()
		return (time.Since(start) - before).Milliseconds()
	}
	synctest.Wait()
	for range steps {
		// A millisecond beside every tick, so that it is clear what came first.
		until := time.Since(start) + time.Duration(1+random.IntN(40_000))*time.Millisecond
		if random.IntN(60) == 0 {
			until += time.Duration(random.IntN(1_500_000)) * time.Millisecond
		}
		if until%tick == 0 {
			until += time.Millisecond
		}
		for next := time.Since(start).Truncate(tick) + tick; next < until; next += tick {
			// What happens at a tick is looked at on its own.
			ms := sleep(next)
			out.print(seriesStep{Ms: ms, Writes: sink.take()})
		}
		ms := sleep(until)
		of := random.IntN(4 + random.IntN(12))
		about := &v1.ObjectReference{Kind: "Pod", Namespace: "default", Name: fmt.Sprintf("web-%d", of), APIVersion: "v1"}
		recorder.Eventf(about, nil, v1.EventTypeNormal, "Pulled", "Pull", "Image pulled")
		synctest.Wait()
		out.print(seriesStep{Ms: ms, Of: &of, Writes: sink.take()})
	}
	cancel()
	broadcaster.Shutdown()
	synctest.Wait()
}
