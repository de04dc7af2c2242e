package clients

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// same fails unless two events are equal but for the metadata that the server adds.
func same[T any](t *testing.T, got, want *T, metaOf func(*T) *metav1.ObjectMeta) {
	t.Helper()
	meta, wanted := metaOf(got), metaOf(want)
	if meta.UID == "" || meta.ResourceVersion == "" || meta.CreationTimestamp.IsZero() {
		t.Fatalf("metadata lacks what the server adds: %+v", meta)
	}
	wanted.UID, wanted.ResourceVersion, wanted.CreationTimestamp = meta.UID, meta.ResourceVersion, meta.CreationTimestamp
	wanted.ManagedFields = meta.ManagedFields
	if !equality.Semantic.DeepEqual(got, want) {
		t.Fatalf("got\n%+v\nwant\n%+v", got, want)
	}
}

func coreMeta(e *corev1.Event) *metav1.ObjectMeta     { return &e.ObjectMeta }
func eventsMeta(e *eventsv1.Event) *metav1.ObjectMeta { return &e.ObjectMeta }

func TestCoreV1(t *testing.T) {
	inEveryEncoding(t, func(t *testing.T, c *rest.Config) {
		namespace, ctx := newNamespace(t), newContext(t)
		events := clientFor(t, c).CoreV1().Events(namespace)

		want := coreEvent(namespace, "a")
		want.Finalizers = []string{"example.com/a", "example.com/b"}
		created, err := events.Create(ctx, want, metav1.CreateOptions{FieldManager: "me", FieldValidation: "Strict"})
		must(t, err)
		same(t, created, want, coreMeta)
		read, err := events.Get(ctx, "a", metav1.GetOptions{})
		must(t, err)
		same(t, read, want, coreMeta)

		read.Count = 2
		read.Finalizers = nil // or a cluster keeps it
		updated, err := events.Update(ctx, read, metav1.UpdateOptions{})
		must(t, err)
		equal(t, "count", updated.Count, 2)
		_, err = events.Update(ctx, read, metav1.UpdateOptions{})
		equal(t, "a stale update is a conflict", apierrors.IsConflict(err), true)
		_, err = events.Create(ctx, coreEvent(namespace, "a"), metav1.CreateOptions{})
		equal(t, "a second create is refused", apierrors.IsAlreadyExists(err), true)

		for _, patch := range []struct {
			kind types.PatchType
			data string
		}{
			{types.JSONPatchType, `[{"op":"replace","path":"/count","value":9}]`},
			{types.MergePatchType, `{"count":9}`},
			{types.StrategicMergePatchType, `{"count":9}`},
		} {
			patched, err := events.Patch(ctx, "a", patch.kind, []byte(patch.data), metav1.PatchOptions{DryRun: []string{"All"}})
			must(t, err)
			equal(t, "count after "+string(patch.kind), patched.Count, 9)
		}

		bare, err := events.Create(ctx, &corev1.Event{
			ObjectMeta:     metav1.ObjectMeta{GenerateName: "web-"},
			InvolvedObject: corev1.ObjectReference{Namespace: namespace},
		}, metav1.CreateOptions{})
		must(t, err)
		equal(t, "length of the generated name", len(bare.Name), len("web-")+5)
		equal(t, "times that were never set", bare.FirstTimestamp.IsZero() && bare.EventTime.IsZero(), true)

		list, err := events.List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=web,reason=BackOff"})
		must(t, err)
		equal(t, "listed", len(list.Items), 1)

		uid := types.UID("another")
		err = events.Delete(ctx, "a", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}})
		equal(t, "a precondition holds", apierrors.IsConflict(err), true)
		must(t, events.Delete(ctx, "a", metav1.DeleteOptions{DryRun: []string{"All"}}))
		must(t, events.Delete(ctx, "a", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &read.UID}}))
		err = events.Delete(ctx, "a", metav1.DeleteOptions{})
		equal(t, "a second delete finds nothing", apierrors.IsNotFound(err), true)
		must(t, events.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
		list, err = events.List(ctx, metav1.ListOptions{})
		must(t, err)
		equal(t, "left", len(list.Items), 0)
	})
}

func TestEventsV1(t *testing.T) {
	inEveryEncoding(t, func(t *testing.T, c *rest.Config) {
		namespace, ctx := newNamespace(t), newContext(t)
		client := clientFor(t, c)
		events := client.EventsV1().Events(namespace)

		want := eventsEvent(namespace, "a")
		created, err := events.Create(ctx, want, metav1.CreateOptions{})
		must(t, err)
		same(t, created, want, eventsMeta)
		inCore, err := client.CoreV1().Events(namespace).Get(ctx, "a", metav1.GetOptions{})
		must(t, err)
		equal(t, "the same event in core/v1", inCore.UID, created.UID)

		created.Series.Count = 4
		updated, err := events.Update(ctx, created, metav1.UpdateOptions{})
		must(t, err)
		equal(t, "count of the series", updated.Series.Count, 4)
		updated.Note = "another"
		_, err = events.Update(ctx, updated, metav1.UpdateOptions{})
		equal(t, "a changed note is refused", apierrors.IsInvalid(err), true)
		wrong := eventsEvent(namespace, "b")
		wrong.Reason = ""
		_, err = events.Create(ctx, wrong, metav1.CreateOptions{})
		equal(t, "an event without a reason is refused", apierrors.IsInvalid(err), true)
		must(t, events.Delete(ctx, "a", metav1.DeleteOptions{}))
	})
}

func TestDynamic(t *testing.T) {
	namespace, ctx := newNamespace(t), newContext(t)
	client, err := dynamic.NewForConfig(config())
	must(t, err)
	events := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "events"}).Namespace(namespace)
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(coreEvent(namespace, "a"))
	must(t, err)
	event := &unstructured.Unstructured{Object: fields}
	event.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Event"})
	created, err := events.Create(ctx, event, metav1.CreateOptions{})
	must(t, err)
	must(t, unstructured.SetNestedField(created.Object, int64(7), "count"))
	updated, err := events.Update(ctx, created, metav1.UpdateOptions{})
	must(t, err)
	equal(t, "count", updated.Object["count"].(int64), 7)
	watcher, err := events.Watch(ctx, metav1.ListOptions{ResourceVersion: updated.GetResourceVersion()})
	must(t, err)
	defer watcher.Stop()
	must(t, events.Delete(ctx, "a", metav1.DeleteOptions{}))
	equal(t, "seen by a watch", (<-watcher.ResultChan()).Type, "DELETED")
}

func TestDiscovery(t *testing.T) {
	client := clientFor(t, config()).Discovery()
	groups, err := restmapper.GetAPIGroupResources(client)
	must(t, err)
	mapper := restmapper.NewDiscoveryRESTMapper(groups)
	for _, group := range []string{"", "events.k8s.io"} {
		kind, err := mapper.KindFor(schema.GroupVersionResource{Group: group, Resource: "event"})
		must(t, err)
		equal(t, "kind", kind, schema.GroupVersionKind{Group: group, Version: "v1", Kind: "Event"})
		mapping, err := mapper.RESTMapping(kind.GroupKind())
		must(t, err)
		equal(t, "resource", mapping.Resource.Resource, "events")
	}
	version, err := client.ServerVersion()
	must(t, err)
	equal(t, "major version", version.Major, "1")
	served, err := client.ServerResourcesForGroupVersion("events.k8s.io/v1")
	must(t, err)
	equal(t, "served", fmt.Sprint(served.APIResources[0].Verbs), "[create delete deletecollection get list patch update watch]")
}
