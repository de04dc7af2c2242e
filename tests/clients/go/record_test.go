package clients

import (
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
)

func pod(namespace string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: namespace, UID: "u1"}}
}

func TestToolsRecord(t *testing.T) {
	inEveryEncoding(t, func(t *testing.T, c *rest.Config) {
		namespace, ctx := newNamespace(t), newContext(t)
		client := clientFor(t, c)
		broadcaster := record.NewBroadcaster()
		defer broadcaster.Shutdown()
		broadcaster.StartRecordingToSink(&typedcore.EventSinkImpl{Interface: client.CoreV1().Events("")})
		recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "go-test"})
		for range 3 {
			recorder.Eventf(pod(namespace), corev1.EventTypeWarning, "BackOff", "Back-off of %s", "web")
		}
		eventually(t, ctx, "one event with count 3", func() bool {
			list, err := client.CoreV1().Events(namespace).List(ctx, metav1.ListOptions{})
			must(t, err)
			return len(list.Items) == 1 && list.Items[0].Count == 3 && list.Items[0].Message == "Back-off of web"
		})
	})
}

func TestToolsEvents(t *testing.T) {
	inEveryEncoding(t, func(t *testing.T, c *rest.Config) {
		namespace, ctx := newNamespace(t), newContext(t)
		client := clientFor(t, c)
		broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
		defer broadcaster.Shutdown()
		must(t, broadcaster.StartRecordingToSinkWithContext(ctx))
		recorder := broadcaster.NewRecorder(scheme.Scheme, "example.com/go-test")
		for range 3 {
			recorder.Eventf(pod(namespace), nil, corev1.EventTypeNormal, "Created", "CreatePod", "Created pod %s", "web")
		}
		var series *eventsv1.Event
		eventually(t, ctx, "one event with a series", func() bool {
			list, err := client.EventsV1().Events(namespace).List(ctx, metav1.ListOptions{})
			must(t, err)
			if len(list.Items) != 1 || list.Items[0].Series == nil {
				return false
			}
			series = &list.Items[0]
			return true
		})
		// The update with which a broadcaster finishes a series, six minutes after its last event.
		series.Series.LastObservedTime = metav1.NewMicroTime(time.Now())
		sink := &events.EventSinkImpl{Interface: client.EventsV1()}
		_, err := sink.Update(ctx, series)
		must(t, err)
		series.ResourceVersion = ""
		_, err = sink.Patch(ctx, series, []byte(`{"series":{"count":9}}`))
		must(t, err)
		got, err := client.EventsV1().Events(namespace).Get(ctx, series.Name, metav1.GetOptions{})
		must(t, err)
		equal(t, "count of the series", got.Series.Count, 9)
		equal(t, "name begins with the object's", strings.HasPrefix(got.Name, "web."), true)
	})
}
