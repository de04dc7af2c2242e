package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
)

// A measurement is one row of the table of tests/bench/side_by_side.ts, which measures the same of this package.
type measurement struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

const (
	burst      = 100
	rounds     = 7
	unfiltered = 1_000_000_000
)

// median gives the median of rounds measurements.
func median(measure func() float64) float64 {
	var values []float64
	for round := range rounds + 2 {
		// The first ones warm up.
		if value := measure(); round >= 2 {
			values = append(values, value)
		}
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// perEvent measures nanoseconds per event.
func perEvent(events int, run func()) float64 {
	start := time.Now()
	run()
	return float64(time.Since(start).Nanoseconds()) / float64(events)
}

func benchEvent(object int, message string) *v1.Event {
	about := v1.ObjectReference{
		Kind: "Pod", Namespace: "default", Name: fmt.Sprintf("web-%d-7d4b9c6f5d", object),
		UID: types.UID(fmt.Sprintf("6f1f2c1e-2d1b-4c59-9d7a-%012d", object)), APIVersion: "v1",
	}
	now := metav1.Now()
	return &v1.Event{
		ObjectMeta:     metav1.ObjectMeta{Name: about.Name + ".17979d04bb1", Namespace: "default"},
		InvolvedObject: about, Reason: "BackOff", Message: message, Type: v1.EventTypeWarning, Count: 1,
		FirstTimestamp: now, LastTimestamp: now, Source: v1.EventSource{Component: "kubelet", Host: "node-1"},
		ReportingController: "kubelet", ReportingInstance: "node-1",
	}
}

func printBench(out *printer) {
	report := func(name string, value float64) { out.print(measurement{name, value}) }
	// First, while the heap holds nothing else.
	benchOutage(report)
	for _, watchers := range []int{1, 10, 100} {
		report(fmt.Sprintf("fan-out %d", watchers), benchFanOut(watchers))
	}
	report("recorder", benchRecorder())
	report("repeats", benchCorrelator(func(i int) *v1.Event { return benchEvent(i%500, "Back-off restarting container") }))
	report("aggregates", benchCorrelator(func(i int) *v1.Event { return benchEvent(i%500, fmt.Sprintf("Back-off %d", i)) }))
	report("unique", benchCorrelator(func(i int) *v1.Event { return benchEvent(i, "Back-off restarting container") }))
	report("sink 0", median(func() float64 { return benchSink(0) }))
	for _, delay := range []int{5, 20} {
		report(fmt.Sprintf("sink %d", delay), benchSink(time.Duration(delay)*time.Millisecond))
	}
}

func benchFanOut(watchers int) float64 {
	broadcaster := watch.NewLongQueueBroadcaster(1000, watch.DropIfChannelFull)
	defer broadcaster.Shutdown()
	var seen atomic.Int64
	for range watchers {
		watcher, _ := broadcaster.Watch()
		go func() {
			for range watcher.ResultChan() {
				seen.Add(1)
			}
		}()
	}
	event := benchEvent(0, "Back-off restarting container")
	const bursts = 200
	return median(func() float64 {
		return perEvent(bursts*burst*watchers, func() {
			for range bursts {
				seen.Store(0)
				for range burst {
					broadcaster.ActionOrDrop(watch.Added, event)
				}
				for seen.Load() < int64(burst*watchers) {
					runtime.Gosched()
				}
			}
		})
	})
}

func benchRecorder() float64 {
	broadcaster := record.NewBroadcaster()
	defer broadcaster.Shutdown()
	var seen atomic.Int64
	broadcaster.StartEventWatcher(func(*v1.Event) { seen.Add(1) })
	recorder := broadcaster.NewRecorder(apiruntime.NewScheme(), v1.EventSource{Component: "kubelet", Host: "node-1"})
	object := benchEvent(0, "").InvolvedObject.DeepCopy()
	const bursts = 500
	return median(func() float64 {
		return perEvent(bursts*burst, func() {
			for range bursts {
				seen.Store(0)
				for i := range burst {
					recorder.Eventf(object, v1.EventTypeNormal, "Pulled", "Container image %q pulled in %d ms", "nginx", i)
				}
				for seen.Load() < burst {
					runtime.Gosched()
				}
			}
		})
	})
}

func benchCorrelator(event func(i int) *v1.Event) float64 {
	correlator := record.NewEventCorrelatorWithOptions(record.CorrelatorOptions{BurstSize: unfiltered, Clock: clock.RealClock{}})
	const count = 20_000
	next := 0
	return median(func() float64 {
		events := make([]*v1.Event, count)
		for i := range events {
			events[i] = event(next + i)
		}
		next += count
		return perEvent(count, func() {
			for _, event := range events {
				if _, err := correlator.EventCorrelate(event); err != nil {
					panic(err)
				}
			}
		})
	})
}

// A benchSinkServer answers after a delay, or not at all.
type benchSinkServer struct {
	delay   time.Duration
	fails   atomic.Bool
	written atomic.Int64
	mutex   sync.Mutex
	counts  map[string]int
}

func (s *benchSinkServer) answer(event *v1.Event) (*v1.Event, error) {
	if s.delay > 0 {
		time.Sleep(s.delay)
	}
	if s.fails.Load() {
		return nil, errors.New("connection refused")
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.counts[event.Name] = int(event.Count)
	s.written.Add(1)
	return event, nil
}

func (s *benchSinkServer) Create(event *v1.Event) (*v1.Event, error)          { return s.answer(event) }
func (s *benchSinkServer) Update(event *v1.Event) (*v1.Event, error)          { return s.answer(event) }
func (s *benchSinkServer) Patch(event *v1.Event, _ []byte) (*v1.Event, error) { return s.answer(event) }

// benchSink measures events written in a second, of 300 said at once about 120 objects.
func benchSink(delay time.Duration) float64 {
	const count, objects = 300, 120
	broadcaster := record.NewBroadcasterWithCorrelatorOptions(record.CorrelatorOptions{BurstSize: unfiltered})
	defer broadcaster.Shutdown()
	server := &benchSinkServer{delay: delay, counts: map[string]int{}}
	broadcaster.StartRecordingToSink(server)
	recorder := broadcaster.NewRecorder(apiruntime.NewScheme(), v1.EventSource{Component: "kubelet"})
	start := time.Now()
	for i := range count {
		recorder.Event(&benchEvent(i%objects, "").InvolvedObject, v1.EventTypeNormal, "Pulled", "Container image pulled")
	}
	for server.written.Load() < count {
		time.Sleep(50 * time.Microsecond)
	}
	return count / time.Since(start).Seconds()
}

// benchOutage says 100,000 events, of 2,000 kinds, while the server is out of reach, and counts what gets there after.
func benchOutage(report func(string, float64)) {
	const count, objects = 100_000, 2_000
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	before := stats.HeapAlloc
	broadcaster := record.NewBroadcaster(
		record.WithCorrelatorOptions(record.CorrelatorOptions{BurstSize: unfiltered}),
		record.WithSleepDuration(time.Second),
	)
	server := &benchSinkServer{counts: map[string]int{}}
	server.fails.Store(true)
	broadcaster.StartRecordingToSink(server)
	recorder := broadcaster.NewRecorder(apiruntime.NewScheme(), v1.EventSource{Component: "kubelet"})
	for i := range count {
		recorder.Event(&benchEvent(i%objects, "").InvolvedObject, v1.EventTypeNormal, "Pulled", "Container image pulled")
		if i%burst == 0 {
			runtime.Gosched()
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&stats)
	report("outage memory", float64(int64(stats.HeapAlloc)-int64(before))/1e6)
	server.fails.Store(false)
	for before := int64(-1); before != server.written.Load() || before == 0; {
		before = server.written.Load()
		time.Sleep(500 * time.Millisecond)
	}
	kept := 0
	server.mutex.Lock()
	for _, count := range server.counts {
		kept += count
	}
	server.mutex.Unlock()
	report("outage kept", float64(kept))
	broadcaster.Shutdown()
}
