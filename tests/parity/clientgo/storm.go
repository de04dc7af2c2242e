package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
)

// stormOptions are those of the recorders in tests/cluster/storm.
type stormOptions struct {
	Name      string `json:"name"`
	Server    string `json:"server"`
	Directory string `json:"directory"`
	Namespace string `json:"namespace"`
	PerSecond int    `json:"perSecond"`
	Objects   int    `json:"objects"`
	TimeoutMs int    `json:"timeoutMs"`
}

// A busySink notes when it was last called, so that the end can wait for what client-go still retries.
type busySink struct {
	record.EventSink
	lastMs atomic.Int64
}

func (s *busySink) note() { s.lastMs.Store(time.Now().UnixMilli()) }

func (s *busySink) Create(event *v1.Event) (*v1.Event, error) {
	defer s.note()
	s.note()
	return s.EventSink.Create(event)
}

func (s *busySink) Patch(event *v1.Event, data []byte) (*v1.Event, error) {
	defer s.note()
	s.note()
	return s.EventSink.Patch(event, data)
}

// printStorm records events until standard input ends, and prints how many of each object.
func printStorm(out *printer, text string) {
	var options stormOptions
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		log.Fatal(err)
	}
	client, err := typedcorev1.NewForConfig(&rest.Config{
		Host:            options.Server,
		BearerTokenFile: options.Directory + "/token",
		TLSClientConfig: rest.TLSClientConfig{CAFile: options.Directory + "/ca.crt"},
		Timeout:         time.Duration(options.TimeoutMs) * time.Millisecond,
		QPS:             -1,
	})
	if err != nil {
		log.Fatal(err)
	}
	// No event is left out as spam: what is missing was lost.
	broadcaster := record.NewBroadcasterWithCorrelatorOptions(record.CorrelatorOptions{BurstSize: 1_000_000})
	sink := &busySink{EventSink: &typedcorev1.EventSinkImpl{Interface: client.Events("")}}
	sink.note()
	broadcaster.StartRecordingToSink(sink)
	scheme := runtime.NewScheme()
	recorder := broadcaster.NewRecorder(scheme, v1.EventSource{Component: options.Name})

	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		}
		stop()
	}()
	emitted := map[string]int{}
	ticker := time.NewTicker(time.Second / time.Duration(options.PerSecond))
	for i := 0; ctx.Err() == nil; i++ {
		name := fmt.Sprintf("%s-%d", options.Name, i%options.Objects)
		if i%2 == 0 {
			name = fmt.Sprintf("%s-once-%d", options.Name, i)
		}
		pod := &v1.ObjectReference{
			APIVersion: "v1", Kind: "Pod", Namespace: options.Namespace, Name: name, UID: types.UID(name),
		}
		recorder.Event(pod, v1.EventTypeWarning, "BackOff", "Back-off restarting failed container")
		emitted[name]++
		<-ticker.C
	}
	// Its pauses between tries are ten seconds.
	for time.Now().UnixMilli()-sink.lastMs.Load() < 25_000 {
		time.Sleep(time.Second)
	}
	out.print(map[string]any{"emitted": emitted, "lost": map[string]int{}})
}
