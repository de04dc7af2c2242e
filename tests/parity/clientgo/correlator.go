package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"reflect"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	testingclock "k8s.io/utils/clock/testing"
)

type object = map[string]any

// A story is one correlator, made with options, and what happens to it.
type story struct {
	Name    string   `json:"story"`
	Options options  `json:"options"`
	Objects []object `json:"subjects"`
	// Whether messages come back after their group was combined: client-go then depends on the order of a Go map.
	arbitrary bool
}

type options struct {
	CacheSize     int     `json:"cacheSize,omitempty"`
	Burst         int     `json:"burst,omitempty"`
	QPS           float64 `json:"qps,omitempty"`
	MaxEvents     int     `json:"maxEvents,omitempty"`
	MaxIntervalMs int     `json:"maxIntervalMs,omitempty"`
	// "reason" gives each reason its own budget.
	SpamKey string `json:"spamKey,omitempty"`
	// What every combined event says.
	Message string `json:"message,omitempty"`
}

// An eventStep is an event and what became of it: Event and Set are merge patches, of the event that came in and of the
// subject with name, times and count.
type eventStep struct {
	Ms       int64           `json:"ms,omitempty"`
	Of       int             `json:"of"`
	Message  string          `json:"message,omitempty"`
	Set      object          `json:"set,omitempty"`
	Is       string          `json:"is"`
	Combined bool            `json:"combined,omitempty"`
	Event    object          `json:"event,omitempty"`
	Patch    json.RawMessage `json:"patch,omitempty"`
}

// An answerStep tells the correlator what the server made of a write, so many writes back.
type answerStep struct {
	Back int    `json:"answer"`
	Set  object `json:"set,omitempty"`
}

func stories() []story {
	pods := subjects(40)
	return []story{
		{Name: "the defaults", Objects: subjects(6)},
		{Name: "the defaults, many objects", Objects: pods},
		{Name: "caches of seven records", Options: options{CacheSize: 7}, Objects: pods},
		{Name: "caches of one record", Options: options{CacheSize: 1, MaxEvents: 2, Burst: 1}, Objects: subjects(3)},
		{Name: "groups of three", Options: options{CacheSize: 30, MaxEvents: 3, MaxIntervalMs: 150_000, Burst: 30}, Objects: pods},
		{Name: "every event combined", Options: options{CacheSize: 20, MaxEvents: 1, Burst: 5, QPS: 0.1}, Objects: pods},
		{Name: "a budget for each reason", Options: options{Burst: 2, QPS: 0.05, SpamKey: "reason"}, Objects: subjects(10)},
		{Name: "one message for all", Options: options{MaxEvents: 4, Burst: 40, QPS: 2, Message: "again"}, Objects: subjects(4)},
		{Name: "messages that come back", Options: options{MaxEvents: 4, Burst: 200}, Objects: subjects(4), arbitrary: true},
		{Name: "keys that collide", Options: options{MaxEvents: 5, Burst: 50}, Objects: collisions()},
	}
}

// subjects gives the part of an event that stays the same when it repeats.
func subjects(count int) []object {
	list := make([]object, count)
	for i := range list {
		about := object{"kind": "Pod", "name": fmt.Sprintf("pod-%d", i/2)}
		subject := object{"involvedObject": about, "type": "Normal", "reason": []string{"Pulled", "BackOff"}[i%2]}
		if i%8 < 4 {
			about["namespace"] = "default"
		}
		if i%3 != 0 {
			about["uid"] = fmt.Sprintf("uid-%d", i/4)
		}
		if i%5 == 4 {
			about["fieldPath"] = fmt.Sprintf("spec.containers{%d}", i%2)
			about["apiVersion"] = "v1"
		}
		if i%7 != 6 {
			subject["source"] = object{"component": []string{"kubelet", "scheduler"}[i%4/3], "host": "node-1"}
		}
		if i%6 == 5 {
			subject["type"] = "Warning"
		}
		if i%9 != 8 {
			subject["reportingComponent"] = "kubelet"
			subject["reportingInstance"] = fmt.Sprintf("node-%d", i%2)
		}
		if i%4 == 1 {
			subject["metadata"] = object{"annotations": object{"n": fmt.Sprint(i)}, "labels": object{"app": "web"}}
		}
		list[i] = subject
	}
	return list
}

// collisions gives pairs that are different and yet the same to client-go, which joins keys with nothing in between.
func collisions() []object {
	of := func(component, host, kind, name, reason string) object {
		return object{
			"source":         object{"component": component, "host": host},
			"involvedObject": object{"kind": kind, "name": name, "namespace": "default"},
			"type":           "Normal",
			"reason":         reason,
		}
	}
	return []object{
		of("kubelet", "node1", "Pod", "web", "Pulled"),
		of("kubeletn", "ode1", "Pod", "web", "Pulled"),
		of("scheduler", "", "Pod", "db", "Failed"),
		of("schedule", "r", "Pod", "db", "Failed"),
		of("kubelet", "node-2", "Pod", "alone", "BackOff"),
	}
}

func printCorrelator(out *printer, seed uint64, steps int) {
	for i, s := range stories() {
		out.print(s)
		tell(out, s, rand.New(rand.NewPCG(seed, uint64(i))), steps)
	}
}

func tell(out *printer, s story, random *rand.Rand, steps int) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := testingclock.NewFakePassiveClock(now)
	combined := false
	correlator := newCorrelator(s.Options, clock, &combined)
	var written []*v1.Event
	fullSince := map[string]time.Time{}
	interval := time.Duration(s.Options.MaxIntervalMs) * time.Millisecond
	if interval == 0 {
		interval = 10 * time.Minute
	}
	hot, variety := 0, 3
	for i := 0; i < steps; i++ {
		if len(written) > 0 && random.Float64() < 0.3 {
			back := 0
			if random.Float64() < 0.3 {
				back = random.IntN(min(len(written), 20))
			}
			answer := written[len(written)-1-back]
			set := randomAnswer(random, answer, i)
			correlator.UpdateState(with(answer, set))
			out.print(answerStep{back, set})
			continue
		}
		if random.Float64() < 0.02 {
			hot, variety = random.IntN(len(s.Objects)), []int{1, 3, 12}[random.IntN(3)]
		}
		step := eventStep{Of: hot, Ms: randomAdvance(random), Set: randomFields(random)}
		if random.Float64() < 0.4 {
			step.Of = random.IntN(len(s.Objects))
		}
		step.Message = fmt.Sprintf("m%d", random.IntN(variety))
		now = now.Add(time.Duration(step.Ms) * time.Millisecond)
		clock.SetTime(now)
		event := newEvent(s.Objects[step.Of], step, i, now)
		group, _ := record.EventAggregatorByReasonFunc(event)
		if last, full := fullSince[group]; full && !s.arbitrary {
			if now.Sub(last) <= interval {
				step.Message = fmt.Sprintf("n%d", i)
				delete(step.Set, "message")
				event.Message = step.Message
			} else {
				delete(fullSince, group)
			}
		}

		before := event.DeepCopy()
		combined = false
		result, err := correlator.EventCorrelate(event)
		if err != nil {
			log.Fatal(err)
		}
		step.Combined = combined
		if _, full := fullSince[group]; full || combined {
			fullSince[group] = now
		}
		switch {
		case result.Skip:
			step.Is = "skip"
		case result.Patch != nil:
			step.Is = "patch"
			step.Patch = result.Patch
		default:
			step.Is = "create"
		}
		if !result.Skip {
			step.Event = difference(wire(before), wire(result.Event))
			written = append(written, result.Event)
		}
		out.print(step)
	}
}

func newCorrelator(o options, clock *testingclock.FakePassiveClock, combined *bool) *record.EventCorrelator {
	options := record.CorrelatorOptions{
		LRUCacheSize:         o.CacheSize,
		BurstSize:            o.Burst,
		QPS:                  float32(o.QPS),
		MaxEvents:            o.MaxEvents,
		MaxIntervalInSeconds: o.MaxIntervalMs / 1000,
		Clock:                clock,
		MessageFunc: func(event *v1.Event) string {
			*combined = true
			if o.Message != "" {
				return o.Message
			}
			return record.EventAggregatorByReasonMessageFunc(event)
		},
	}
	if o.SpamKey == "reason" {
		options.SpamKeyFunc = func(event *v1.Event) string {
			about := event.InvolvedObject
			return fmt.Sprintf("%q", []string{event.Source.Component, event.Source.Host, about.Kind, about.Namespace,
				about.Name, string(about.UID), about.APIVersion, event.Type, event.Reason})
		}
	}
	return record.NewEventCorrelatorWithOptions(options)
}

// newEvent makes the event of a step: the subject with a name, times and a count, and what the step sets.
func newEvent(subject object, step eventStep, index int, now time.Time) *v1.Event {
	at := now.Format(time.RFC3339)
	fields := object{
		"metadata":       object{"name": fmt.Sprintf("e%d", index), "namespace": "default"},
		"firstTimestamp": at, "lastTimestamp": at, "count": 1, "message": step.Message,
	}
	return parse[v1.Event](merge(merge(fields, subject), step.Set))
}

func randomAdvance(random *rand.Rand) int64 {
	switch kind := random.Float64(); {
	case kind < 0.5:
		return 0
	case kind < 0.8:
		return int64(random.IntN(3)) * 500
	case kind < 0.96:
		return int64(random.IntN(10_000))
	case kind < 0.985:
		// Just before, at and after the ends of intervals and of refills.
		return []int64{300_000, 600_000, 150_000, 10_000}[random.IntN(4)] + int64(random.IntN(3)) - 1
	case kind < 0.995:
		return int64(random.IntN(2_000_000))
	default:
		return -int64(random.IntN(1_000_000))
	}
}

func randomFields(random *rand.Rand) object {
	switch kind := random.Float64(); {
	case kind < 0.92:
		return nil
	case kind < 0.94:
		return object{"lastTimestamp": nil}
	case kind < 0.95:
		return object{"lastTimestamp": "1970-01-01T00:00:00Z"}
	case kind < 0.97:
		return object{"count": random.IntN(4)}
	case kind < 0.985:
		return object{"message": ""}
	default:
		return object{"metadata": object{"annotations": object{"k": "v"}, "labels": object{"l": "m"}}}
	}
}

func randomAnswer(random *rand.Rand, event *v1.Event, index int) object {
	switch random.IntN(10) {
	case 0:
		return nil
	case 1:
		return object{"count": int(event.Count) + 5}
	case 2:
		return object{"count": 0}
	case 3:
		return object{"metadata": object{"name": fmt.Sprintf("renamed-%d", index)}}
	case 4:
		return object{"firstTimestamp": "2020-02-02T02:02:02Z"}
	case 5:
		return object{"message": "m0"}
	default:
		return object{"metadata": object{"resourceVersion": fmt.Sprint(index)}}
	}
}

// with gives a copy of an event with a merge patch applied.
func with(event *v1.Event, set object) *v1.Event {
	return parse[v1.Event](merge(wire(event), set))
}

// wire gives a value as it travels.
func wire(value any) object {
	text, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return *parse[object](text)
}

// parse reads a value as it travels: JSON text, or what can be written as such.
func parse[T any](value any) *T {
	text, isText := value.([]byte)
	if !isText {
		var err error
		if text, err = json.Marshal(value); err != nil {
			log.Fatal(err)
		}
	}
	parsed := new(T)
	if err := json.Unmarshal(text, parsed); err != nil {
		log.Fatal(err)
	}
	return parsed
}

// merge applies a JSON merge patch.
func merge(target, patch object) object {
	merged := object{}
	for key, value := range target {
		merged[key] = value
	}
	for key, value := range patch {
		inner, isObject := value.(object)
		switch {
		case value == nil:
			delete(merged, key)
		case isObject:
			old, _ := merged[key].(object)
			merged[key] = merge(old, inner)
		default:
			merged[key] = value
		}
	}
	return merged
}

// difference gives the JSON merge patch from one value to another.
func difference(from, to object) object {
	patch := object{}
	for key, value := range to {
		old, isObject := from[key].(object)
		inner, wasObject := value.(object)
		switch {
		case reflect.DeepEqual(from[key], value):
		case isObject && wasObject:
			patch[key] = difference(old, inner)
		default:
			patch[key] = value
		}
	}
	for key := range from {
		if _, present := to[key]; !present {
			patch[key] = nil
		}
	}
	return patch
}
