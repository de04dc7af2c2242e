// Package clients drives an Events API server with the clients of Go, as their users configure them.
package clients

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

// patience is for what hangs; nothing waits that long.
const patience = 2 * time.Minute

var namespaces atomic.Int64

func TestMain(m *testing.M) {
	if os.Getenv("KUBE_API_URL") == "" {
		fmt.Fprintln(os.Stderr, "Cannot test: KUBE_API_URL must be the URL of an API server")
		os.Exit(2)
	}
	klog.LogToStderr(false)
	os.Exit(m.Run())
}

// config returns what a program with no opinion on content types uses.
func config() *rest.Config {
	return &rest.Config{
		Host:            os.Getenv("KUBE_API_URL"),
		BearerToken:     os.Getenv("KUBE_API_TOKEN"),
		TLSClientConfig: rest.TLSClientConfig{CAFile: os.Getenv("KUBE_API_CA")},
		QPS:             -1,
	}
}

// encodings are the ways in which a client can be configured to read and write.
var encodings = map[string]func(*rest.Config){
	"by default": func(*rest.Config) {},
	"protobuf":   func(c *rest.Config) { c.ContentType = "application/vnd.kubernetes.protobuf" },
	"JSON":       func(c *rest.Config) { c.ContentType = "application/json" },
	"JSON rather than CBOR": func(c *rest.Config) {
		c.ContentType = "application/json"
		c.AcceptContentTypes = "application/cbor, application/json"
	},
}

// inEveryEncoding runs a test with a client of each encoding.
func inEveryEncoding(t *testing.T, run func(*testing.T, *rest.Config)) {
	for name, change := range encodings {
		t.Run(name, func(t *testing.T) {
			c := config()
			change(c)
			run(t, c)
		})
	}
}

func clientFor(t *testing.T, c *rest.Config) *kubernetes.Clientset {
	t.Helper()
	client, err := kubernetes.NewForConfig(c)
	must(t, err)
	return client
}

// newNamespace names a namespace that no other test uses, and creates it where the server has namespaces.
func newNamespace(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("go-%d-%d", os.Getpid(), namespaces.Add(1))
	request, err := http.NewRequest("POST", os.Getenv("KUBE_API_URL")+"/api/v1/namespaces",
		strings.NewReader(fmt.Sprintf(`{"metadata":{"name":%q}}`, name)))
	must(t, err)
	request.Header.Set("Content-Type", "application/json")
	transport, err := rest.HTTPClientFor(config())
	must(t, err)
	response, err := transport.Do(request)
	must(t, err)
	response.Body.Close()
	return name
}

func newContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// eventually waits until a condition holds that the server changes; it polls, as these clients offer nothing else.
func eventually(t *testing.T, ctx context.Context, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("never: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)

// coreEvent uses every field, so that one that gets lost on the way is missed.
func coreEvent(namespace, name string) *corev1.Event {
	return &corev1.Event{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: namespace,
			Labels:      map[string]string{"app": "web", "tier": ""},
			Annotations: map[string]string{"note": "naïve 日本 🎉"},
			OwnerReferences: []metav1.OwnerReference{{
				APIVersion: "v1", Kind: "Pod", Name: "web", UID: "u1", Controller: new(true), BlockOwnerDeletion: new(false),
			}},
		},
		InvolvedObject: corev1.ObjectReference{
			Kind: "Pod", Namespace: namespace, Name: "web", UID: "u1", APIVersion: "v1", ResourceVersion: "7",
			FieldPath: "spec.containers{web}",
		},
		Reason: "BackOff", Message: "Back-off 5 % – 日本", Type: corev1.EventTypeWarning,
		Source:         corev1.EventSource{Component: "kubelet", Host: "node-1"},
		FirstTimestamp: metav1.NewTime(epoch.Truncate(time.Second)), LastTimestamp: metav1.NewTime(epoch.Truncate(time.Second)),
		Count: 1 << 30, EventTime: metav1.NewMicroTime(epoch),
		Series:              &corev1.EventSeries{Count: 3, LastObservedTime: metav1.NewMicroTime(epoch.Add(time.Minute))},
		Action:              "Restart",
		Related:             &corev1.ObjectReference{Kind: "Node", Name: "node-1", APIVersion: "v1"},
		ReportingController: "example.com/kubelet", ReportingInstance: "kubelet-1",
	}
}

func eventsEvent(namespace, name string) *eventsv1.Event {
	return &eventsv1.Event{
		ObjectMeta:          metav1.ObjectMeta{Name: name, Namespace: namespace, Labels: map[string]string{"app": "web"}},
		EventTime:           metav1.NewMicroTime(epoch),
		Series:              &eventsv1.EventSeries{Count: 3, LastObservedTime: metav1.NewMicroTime(epoch.Add(time.Minute))},
		ReportingController: "example.com/controller", ReportingInstance: "controller-1",
		Action: "Restart", Reason: "BackOff", Note: "Back-off 5 % – 日本", Type: corev1.EventTypeWarning,
		Regarding: corev1.ObjectReference{Kind: "Pod", Namespace: namespace, Name: "web", UID: "u1", APIVersion: "v1"},
		Related:   &corev1.ObjectReference{Kind: "Node", Name: "node-1", APIVersion: "v1"},
	}
}
