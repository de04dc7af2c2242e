package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
)

// clusterOptions and clusterCommand are those of tests/bench/cluster_client.ts.
type clusterOptions struct {
	Server    string  `json:"server"`
	Directory string  `json:"directory"`
	Namespace string  `json:"namespace"`
	QPS       float32 `json:"qps"`
}

type clusterCommand struct {
	Label     string  `json:"label"`
	Events    int     `json:"events"`
	Pods      int     `json:"pods"`
	PerSecond float64 `json:"perSecond"`
}

// A countingTransport counts requests, and answers with HTTP 429.
type countingTransport struct {
	next              http.RoundTripper
	requests, refused atomic.Int64
}

func (t *countingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	t.requests.Add(1)
	response, err := t.next.RoundTrip(request)
	if err == nil && response.StatusCode == http.StatusTooManyRequests {
		t.refused.Add(1)
	}
	return response, err
}

// recordInCluster emits the events of each command on standard input, and answers with what the process has used.
func recordInCluster(out *printer, flush func() error, text string) {
	var options clusterOptions
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		log.Fatal(err)
	}
	counting := &countingTransport{}
	client, err := typedcorev1.NewForConfig(&rest.Config{
		Host:            options.Server,
		BearerTokenFile: options.Directory + "/token",
		TLSClientConfig: rest.TLSClientConfig{CAFile: options.Directory + "/ca.crt"},
		QPS:             options.QPS,
		WrapTransport: func(next http.RoundTripper) http.RoundTripper {
			counting.next = next
			return counting
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	// No event is left out as spam.
	broadcaster := record.NewBroadcasterWithCorrelatorOptions(record.CorrelatorOptions{BurstSize: 1_000_000})
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.Events("")})
	recorder := broadcaster.NewRecorder(runtime.NewScheme(), v1.EventSource{Component: "bench"})

	for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		var command clusterCommand
		if err := json.Unmarshal(scanner.Bytes(), &command); err != nil {
			log.Fatal(err)
		}
		started := time.Now()
		for i := range command.Events {
			if command.PerSecond > 0 {
				due := time.Duration(float64(i) / command.PerSecond * float64(time.Second))
				time.Sleep(time.Until(started.Add(due)))
			}
			name := fmt.Sprintf("%s.%d", command.Label, i%command.Pods)
			message := "It happened"
			if command.Events <= command.Pods {
				message = fmt.Sprintf("It happened at %f", float64(time.Now().UnixMicro())/1000)
			}
			pod := &v1.ObjectReference{
				APIVersion: "v1", Kind: "Pod", Namespace: options.Namespace, Name: name, UID: types.UID("uid-of-" + name),
			}
			recorder.Event(pod, v1.EventTypeNormal, "Happened", message)
		}
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			log.Fatal(err)
		}
		cpuMs := float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
		out.print(map[string]any{
			"cpuMs": cpuMs, "requests": counting.requests.Load(), "refused": counting.refused.Load(),
		})
		if err := flush(); err != nil {
			log.Fatal(err)
		}
	}
}
