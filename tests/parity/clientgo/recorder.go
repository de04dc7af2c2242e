package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
)

// The stand-in for this machine's name, which client-go makes part of the reporting instance.
const recorderHost = "node-1"

var recorderSource = v1.EventSource{Component: "kubelet", Host: recorderHost}

const recorderController = "example.com/controller"

// A recorderCall is what a recorder was told, and what came of it: an event or none, the lines of its logs, and what a
// FakeRecorder made of the same call.
type recorderCall struct {
	Ms          int64             `json:"ms"`
	Call        string            `json:"call"`
	Of          int               `json:"of"`
	Related     *int              `json:"related,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
	Type        string            `json:"type"`
	Reason      string            `json:"reason"`
	Action      string            `json:"action,omitempty"`
	Text        string            `json:"text"`
	Args        any               `json:"args,omitempty"`
	Event       runtime.Object    `json:"event,omitempty"`
	Log         string            `json:"log,omitempty"`
	Fields      []string          `json:"fields,omitempty"`
	Include     bool              `json:"include,omitempty"`
	Fake        *string           `json:"fake,omitempty"`
	args        []any
}

// A fieldsSink keeps the fields of the last line that was logged at level 0, each name before its value.
type fieldsSink struct{ fields []string }

func (s *fieldsSink) Init(klog.RuntimeInfo)             {}
func (s *fieldsSink) Enabled(level int) bool            { return level == 0 }
func (s *fieldsSink) Error(error, string, ...any)       {}
func (s *fieldsSink) WithValues(...any) klog.LogSink    { return s }
func (s *fieldsSink) WithName(name string) klog.LogSink { return s }
func (s *fieldsSink) Info(_ int, message string, keysAndValues ...any) {
	s.fields = nil
	for _, each := range keysAndValues {
		s.fields = append(s.fields, fmt.Sprint(each))
	}
}

// A recorderTrial is client-go's recorders of both APIs, and who listens to them.
type recorderTrial struct {
	core     record.EventRecorder
	events   events.EventRecorder
	logs     fieldsSink
	line     string
	event    runtime.Object
	shutdown func()
}

func newRecorderTrial(ctx context.Context) *recorderTrial {
	trial := &recorderTrial{}
	logger := klog.New(&trial.logs)
	core := record.NewBroadcaster(record.WithContext(klog.NewContext(ctx, logger)))
	core.StartEventWatcher(func(event *v1.Event) { trial.event = event })
	core.StartLogging(func(format string, args ...any) { trial.line = fmt.Sprintf(format, args...) })
	core.StartStructuredLogging(0)
	trial.core = core.NewRecorder(scheme.Scheme, recorderSource)

	newer := events.NewBroadcaster(nil)
	if _, err := newer.StartEventWatcher(func(event runtime.Object) { trial.event = event }); err != nil {
		panic(err)
	}
	if _, err := newer.StartLogging(logger); err != nil {
		panic(err)
	}
	trial.events = newer.NewRecorder(scheme.Scheme, recorderController)
	trial.shutdown = func() {
		core.Shutdown()
		newer.Shutdown()
	}
	return trial
}

// play tells a recorder, and a FakeRecorder of its API, and keeps what came of it.
func (trial *recorderTrial) play(call *recorderCall, subjects []recorderSubject) {
	about := subjects[call.Of].reference()
	fake := make(chan string, 1)
	coreFake := &record.FakeRecorder{Events: fake, IncludeObject: call.Include}
	eventsFake := &events.FakeRecorder{Events: fake, Verbose: call.Include}
	switch call.Call {
	case "event":
		trial.core.Event(about, call.Type, call.Reason, call.Text)
		coreFake.Event(about, call.Type, call.Reason, call.Text)
	case "eventf":
		trial.core.Eventf(about, call.Type, call.Reason, call.Text, call.args...)
		coreFake.Eventf(about, call.Type, call.Reason, call.Text, call.args...)
	case "annotatedEventf":
		trial.core.AnnotatedEventf(about, call.Annotations, call.Type, call.Reason, call.Text, call.args...)
		coreFake.AnnotatedEventf(about, call.Annotations, call.Type, call.Reason, call.Text, call.args...)
	case "events":
		related := trial.related(call, subjects)
		trial.events.Eventf(about, related, call.Type, call.Reason, call.Action, call.Text, call.args...)
		eventsFake.Eventf(about, related, call.Type, call.Reason, call.Action, call.Text, call.args...)
	case "annotatedEvents":
		related := trial.related(call, subjects)
		annotated := trial.events.(events.AnnotatedEventRecorder)
		annotated.AnnotatedEventf(about, related, call.Annotations, call.Type, call.Reason, call.Action, call.Text, call.args...)
		eventsFake.AnnotatedEventf(about, related, call.Annotations, call.Type, call.Reason, call.Action, call.Text, call.args...)
	}
	synctest.Wait()
	line := <-fake
	call.Fake = &line
	call.Event, call.Log, call.Fields = trial.event, trial.line, trial.logs.fields
	trial.event, trial.line, trial.logs.fields = nil, "", nil
	if event, ok := call.Event.(*eventsv1.Event); ok {
		event.ReportingInstance = recorderInstance(event.ReportingInstance)
	}
}

// related gives the other object of an event of events.k8s.io/v1, if there is one.
func (trial *recorderTrial) related(call *recorderCall, subjects []recorderSubject) runtime.Object {
	if call.Related == nil {
		return nil
	}
	return subjects[*call.Related].reference()
}

// recorderInstance gives a reporting instance with the stand-in for this machine's name.
func recorderInstance(instance string) string {
	host, err := os.Hostname()
	if err != nil || instance != recorderController+"-"+host {
		panic("unexpected reporting instance " + instance)
	}
	return recorderController + "-" + recorderHost
}

// printRecorder prints the subjects, then what recorders were told about them.
func printRecorder(out *printer, flush func() error, seed uint64, steps int) {
	inBubble("recorder", flush, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		random := rand.New(rand.NewPCG(seed, 0))
		// So that names that are UUIDs are the same at the next run.
		uuid.SetRand(rand.NewChaCha8([32]byte{byte(seed)}))
		subjects := recorderSubjects(random)
		// Nanoseconds since 1970 have as many digits as today's.
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		out.print(object{
			"subjects": subjects, "start": time.Now().UnixMilli(),
			"source": recorderSource, "controller": recorderController, "host": recorderHost,
		})
		trial := newRecorderTrial(ctx)
		for range steps {
			ms := random.Int64N(3_000)
			time.Sleep(time.Duration(ms) * time.Millisecond)
			call := randomCall(random, subjects)
			call.Ms = ms
			trial.play(&call, subjects)
			out.print(call)
		}
		cancel()
		trial.shutdown()
		synctest.Wait()
	})
}

var (
	recorderReasons = []string{
		"Pulled", "BackOff", "FailedScheduling", "Grüße", "", "At 50%",
		strings.Repeat("r", 128), strings.Repeat("r", 129), strings.Repeat("é", 70),
	}
	recorderActions = []string{"Pull", "Binding", "", "Größe", strings.Repeat("a", 128), strings.Repeat("ä", 90)}
	recorderTexts   = []string{
		"Pulled image", "100%% of %d", "%s is %d", "%d %s", "took %vs", "", "line\nbreak\t\"quoted\"", "%v and %v", "é\u200b\x00%q",
	}
	recorderLongTexts = []string{
		strings.Repeat("m", 1024), strings.Repeat("m", 1025), strings.Repeat("é", 513), strings.Repeat("\U0001F600", 260), "%d%v",
	}
	recorderArgs        = []any{"web", 3, -7, 2.5, true, nil, "ü\"", "", 1 << 40}
	recorderAnnotations = []map[string]string{nil, {}, {"a": "1"}, {"b": "x y", "a": "ü", "example.com/c": ""}}
)

// often gives the first of a list half of the time: what goes wrong must not hide what goes well.
func often[T any](random *rand.Rand, list []T) T {
	if random.IntN(2) == 0 {
		return list[0]
	}
	return list[random.IntN(len(list))]
}

func randomCall(random *rand.Rand, subjects []recorderSubject) recorderCall {
	call := recorderCall{
		Call:   []string{"event", "eventf", "annotatedEventf", "events", "annotatedEvents"}[random.IntN(5)],
		Of:     random.IntN(len(subjects)),
		Type:   []string{"Normal", "Warning", "Normal", "Warning", "Normal", "Warning", "", "normal", "Error"}[random.IntN(9)],
		Reason: often(random, recorderReasons),
		Text:   recorderTexts[random.IntN(len(recorderTexts))],
	}
	if random.IntN(25) == 0 {
		call.Text = recorderLongTexts[random.IntN(len(recorderLongTexts))]
	}
	if strings.HasPrefix(call.Call, "annotated") {
		call.Annotations = maps.Clone(recorderAnnotations[random.IntN(len(recorderAnnotations))])
	}
	if strings.HasSuffix(strings.ToLower(call.Call), "events") {
		call.Action = often(random, recorderActions)
		if random.IntN(2) == 0 {
			related := random.IntN(len(subjects))
			call.Related = &related
		}
	}
	// Of nothing, a FakeRecorder cannot say what it is.
	call.Include = random.IntN(2) == 0 && subjects[call.Of].object != nil
	if call.Call != "event" {
		for range strings.Count(strings.ReplaceAll(call.Text, "%%", ""), "%") + random.IntN(5)/4 - random.IntN(6)/5 {
			arg := recorderArgs[random.IntN(len(recorderArgs))]
			if strings.Contains(call.Text, "f") {
				// Whole numbers under a verb for floats are no matter of the recorder.
				arg = 2.5
			}
			call.args = append(call.args, arg)
		}
		if len(call.args) > 0 {
			call.Args = travelling(slices.Clone(call.args))
		}
	}
	return call
}
