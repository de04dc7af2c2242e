package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
	testingclock "k8s.io/utils/clock/testing"
)

// A decided is what client-go does where this package differs by decision: the name of the difference, and the value that
// the test beside this folder compares with ours.
type decided struct {
	name string
	tell func(t *testing.T) any
}

var pod = &v1.Pod{
	TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
	ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "1"},
}
var node = &v1.Node{
	TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Node"},
	ObjectMeta: metav1.ObjectMeta{Name: "node-1", UID: "2"},
}

// A coreSink keeps the events of core/v1 as it is given them; fail may fail a request.
type coreSink struct {
	mutex   sync.Mutex
	calls   int
	created []*v1.Event
	patches []json.RawMessage
	fail    func(call int) error
}

func (s *coreSink) write(event *v1.Event, patch []byte) (*v1.Event, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.calls++
	if s.fail != nil {
		if err := s.fail(s.calls); err != nil {
			return nil, err
		}
	}
	if patch == nil {
		s.created = append(s.created, event)
	} else {
		s.patches = append(s.patches, patch)
	}
	return event, nil
}
func (s *coreSink) Create(event *v1.Event) (*v1.Event, error) { return s.write(event, nil) }
func (s *coreSink) Update(event *v1.Event) (*v1.Event, error) { return s.write(event, nil) }
func (s *coreSink) Patch(event *v1.Event, patch []byte) (*v1.Event, error) {
	return s.write(event, patch)
}

// recorded runs calls of a core/v1 recorder, and gives what its sink got.
func recorded(t *testing.T, sink *coreSink, play func(recorder record.EventRecorderLogger)) *coreSink {
	broadcaster := record.NewBroadcaster(record.WithContext(t.Context()))
	broadcaster.StartRecordingToSink(sink)
	play(broadcaster.NewRecorder(scheme.Scheme, v1.EventSource{Component: "test"}))
	synctest.Wait()
	broadcaster.Shutdown()
	synctest.Wait()
	return sink
}

// An eventsSink keeps the events of events.k8s.io/v1, and the latest series of each.
type eventsSink struct {
	mutex   sync.Mutex
	created []*eventsv1.Event
	counts  map[string]int32
}

func (s *eventsSink) Create(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.created = append(s.created, event)
	s.counts[event.Name] = 1
	return event, nil
}
func (s *eventsSink) Update(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	return event, nil
}
func (s *eventsSink) Patch(_ context.Context, event *eventsv1.Event, _ []byte) (*eventsv1.Event, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.counts[event.Name] = event.Series.Count
	return event, nil
}

// recordedV1 does the same in events.k8s.io/v1; it gives a value of each stored event, with its count.
func recordedV1(t *testing.T, play func(recorder events.EventRecorder), value func(event *eventsv1.Event) any) any {
	sink := &eventsSink{counts: map[string]int32{}}
	broadcaster := events.NewBroadcaster(sink)
	ctx, cancel := context.WithCancel(t.Context())
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		t.Fatal(err)
	}
	play(broadcaster.NewRecorder(scheme.Scheme, "test"))
	synctest.Wait()
	broadcaster.Shutdown()
	cancel()
	synctest.Wait()
	values := []any{}
	for _, event := range sink.created {
		values = append(values, fmt.Sprintf("%v x%d", value(event), sink.counts[event.Name]))
	}
	slices.SortFunc(values, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return values
}

func note(event *eventsv1.Event) any { return event.Note }

// messages gives a value of each created event.
func messages[T any](sink *coreSink, value func(event *v1.Event) T) []T {
	values := []T{}
	for _, event := range sink.created {
		values = append(values, value(event))
	}
	return values
}

func message(event *v1.Event) string { return event.Message }

var start = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

func correlator() *record.EventCorrelator {
	return record.NewEventCorrelatorWithOptions(record.CorrelatorOptions{Clock: testingclock.NewFakeClock(start.AddDate(0, 1, 0))})
}

// correlated gives the event and count of the last of some events, at times in minutes after ten o'clock.
func correlated(t *testing.T, c *record.EventCorrelator, texts []string, minutes []int) *v1.Event {
	var last *v1.Event
	for i, text := range texts {
		at := metav1.NewTime(start.Add(time.Duration(minutes[i]) * time.Minute))
		event := &v1.Event{
			ObjectMeta:     metav1.ObjectMeta{Name: fmt.Sprint("e", i), Namespace: "shop", Annotations: map[string]string{"a": "1"}},
			InvolvedObject: v1.ObjectReference{APIVersion: "v1", Kind: "Pod", Namespace: "shop", Name: "web"},
			Type:           "Normal", Reason: "R", Message: text, Count: 1, FirstTimestamp: at, LastTimestamp: at,
		}
		result, err := c.EventCorrelate(event)
		if err != nil {
			t.Fatal(err)
		}
		last = result.Event
	}
	return last
}

func twelve() (texts []string, minutes []int) {
	for i := range 12 {
		texts, minutes = append(texts, fmt.Sprint("m", i)), append(minutes, i)
	}
	return texts, minutes
}

func differences() []decided {
	return []decided{
		{"Patches", func(t *testing.T) any {
			return recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				r.Event(pod, "Normal", "R", "m")
				r.Event(pod, "Normal", "R", "m")
			}).patches[0]
		}},
		{"Retries", func(t *testing.T) any {
			busy := apierrors.NewServiceUnavailable("busy")
			return recorded(t, &coreSink{fail: func(call int) error {
				if call < 3 {
					return busy
				}
				return nil
			}}, func(r record.EventRecorderLogger) {
				r.Event(pod, "Normal", "R", "m")
				synctest.Wait()
				time.Sleep(10 * time.Minute)
			}).calls
		}},
		{"Early events", func(t *testing.T) any {
			sink := &coreSink{}
			broadcaster := record.NewBroadcaster(record.WithContext(t.Context()))
			broadcaster.NewRecorder(scheme.Scheme, v1.EventSource{}).Event(pod, "Normal", "R", "early")
			synctest.Wait()
			broadcaster.StartRecordingToSink(sink)
			synctest.Wait()
			broadcaster.Shutdown()
			synctest.Wait()
			return messages(sink, message)
		}},
		{"Keys", func(t *testing.T) any {
			reference := func(name, part string) *v1.ObjectReference {
				return &v1.ObjectReference{APIVersion: "v1", Kind: "Pod", Namespace: "shop", Name: name, FieldPath: part}
			}
			return len(recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				r.Event(reference("ab", "c"), "Normal", "R", "m")
				r.Event(reference("a", "bc"), "Normal", "R", "m")
			}).created)
		}},
		{"Counts", func(t *testing.T) any {
			c := correlator()
			event := correlated(t, c, []string{"m"}, []int{0})
			event.Count = math.MaxInt32
			c.UpdateState(event)
			return correlated(t, c, []string{"m"}, []int{0}).Count
		}},
		{"Names", func(t *testing.T) any {
			names := map[string]bool{}
			recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				r.Event(pod, "Normal", "R", "one")
				r.Event(pod, "Normal", "R", "two")
			}).each(func(event *v1.Event) { names[event.Name] = true })
			return len(names)
		}},
		{"Kinds", func(t *testing.T) any {
			sink := recorded(t, &coreSink{}, func(r record.EventRecorderLogger) { r.Event(pod, "Normal", "R", "m") })
			return []string{sink.created[0].APIVersion, sink.created[0].Kind}
		}},
		{"Half a kind", func(t *testing.T) any {
			half := pod.DeepCopy()
			half.APIVersion = ""
			return len(recorded(t, &coreSink{}, func(r record.EventRecorderLogger) { r.Event(half, "Normal", "R", "m") }).created)
		}},
		{"Invalid events", func(t *testing.T) any {
			return recordedV1(t, func(r events.EventRecorder) { r.Eventf(pod, nil, "Normal", "R", "", "m") }, note)
		}},
		{"A repeat", func(t *testing.T) any {
			gone := apierrors.NewNotFound(schema.GroupResource{Resource: "events"}, "web")
			sink := recorded(t, &coreSink{fail: func(call int) error {
				if call == 2 {
					return gone
				}
				return nil
			}}, func(r record.EventRecorderLogger) {
				r.AnnotatedEventf(pod, map[string]string{"attempt": "1"}, "Normal", "R", "m")
				r.AnnotatedEventf(pod, map[string]string{"attempt": "2"}, "Normal", "R", "m")
			})
			return sink.created[1].Annotations["attempt"]
		}},
		{"Times", func(t *testing.T) any {
			return correlated(t, correlator(), []string{"m", "m"}, []int{5, 0}).LastTimestamp
		}},
		{"Combined events", func(t *testing.T) any {
			texts, minutes := twelve()
			event := correlated(t, correlator(), texts, minutes)
			return object{"annotations": event.Annotations, "first": event.FirstTimestamp, "last": event.LastTimestamp}
		}},
		{"A series", func(t *testing.T) any {
			return recordedV1(t, func(r events.EventRecorder) {
				for _, text := range []string{"one", "one", "one", "two"} {
					r.Eventf(pod, nil, "Normal", "R", "A", text)
					synctest.Wait()
				}
			}, note)
		}},
		{"Changed objects", func(t *testing.T) any {
			return recordedV1(t, func(r events.EventRecorder) {
				for _, version := range []string{"7", "8"} {
					changed := pod.DeepCopy()
					changed.ResourceVersion = version
					r.Eventf(changed, nil, "Normal", "R", "A", "m")
					synctest.Wait()
				}
			}, note)
		}},
		{"Cluster-scoped objects", func(t *testing.T) any {
			return recordedV1(t, func(r events.EventRecorder) { r.Eventf(node, nil, "Normal", "R", "A", "m") },
				func(event *eventsv1.Event) any { return event.Namespace })
		}},
		{"Misplaced arguments", func(t *testing.T) any {
			return messages(recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				r.Eventf(pod, "Normal", "Deleted pod %s", "web")
			}), message)
		}},
		{"Texts", func(t *testing.T) any {
			long := strings.Repeat("m", 40_000) + "cause"
			sink := recorded(t, &coreSink{}, func(r record.EventRecorderLogger) { r.Event(pod, "Normal", "R", long) })
			return len(sink.created[0].Message)
		}},
		{"Formats", func(t *testing.T) any {
			return messages(recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				formats := []string{"%d of %d, 90% full", "none"} // go vet would find their mistakes
				r.Eventf(pod, "Normal", "A", formats[0], "three")
				r.Eventf(pod, "Normal", "B", formats[1], 1)
			}), message)
		}},
		{"Logs", func(t *testing.T) any {
			broadcaster := record.NewBroadcaster(record.WithContext(t.Context()))
			lines := []string{}
			broadcaster.StartLogging(func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) })
			broadcaster.NewRecorder(scheme.Scheme, v1.EventSource{}).Event(pod, "Normal", "R", "one\ntwo")
			synctest.Wait()
			broadcaster.Shutdown()
			return strings.Count(lines[0], "\n")
		}},
		{"The adapter", func(t *testing.T) any {
			return messages(recorded(t, &coreSink{}, func(r record.EventRecorderLogger) {
				record.NewEventRecorderAdapter(r).Eventf(pod, node, "Normal", "R", "A", "m")
			}), func(event *v1.Event) string {
				if event.Related == nil {
					return event.Action
				}
				return event.Action + " " + event.Related.Name
			})
		}},
		{"Fakes", func(t *testing.T) any {
			fake := record.NewFakeRecorder(2)
			fake.Event(pod, "Error", "R", "m")
			fake.Eventf(pod, "Normal", "At 50%", "m")
			return []string{<-fake.Events, <-fake.Events}
		}},
	}
}

func (s *coreSink) each(visit func(event *v1.Event)) {
	for _, event := range s.created {
		visit(event)
	}
}

// printDifferences prints what client-go does in each case, by the name of the difference.
func printDifferences(out *printer, flush func() error) {
	inBubble("differences", flush, func(t *testing.T) {
		for _, each := range differences() {
			out.print([]any{each.name, each.tell(t)})
		}
	})
}
