package clients

import (
	"testing"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func TestControllerRuntimeClient(t *testing.T) {
	namespace, ctx := newNamespace(t), newContext(t)
	c, err := client.New(config(), client.Options{})
	must(t, err)
	event := coreEvent(namespace, "a")
	must(t, c.Create(ctx, event, client.FieldOwner("me")))
	before := event.DeepCopy()
	event.Count = 5
	must(t, c.Patch(ctx, event, client.MergeFrom(before)))
	event.Message = "updated"
	must(t, c.Update(ctx, event))
	var read corev1.Event
	must(t, c.Get(ctx, client.ObjectKeyFromObject(event), &read))
	equal(t, "count and message", read.Count == 5 && read.Message == "updated", true)
	must(t, c.Create(ctx, eventsEvent(namespace, "b")))
	var list eventsv1.EventList
	must(t, c.List(ctx, &list, client.InNamespace(namespace), client.MatchingFields{"reason": "BackOff"}))
	equal(t, "listed", len(list.Items), 2)
	must(t, c.Delete(ctx, &read, client.Preconditions{UID: &read.UID}))
	equal(t, "deleted", apierrors.IsNotFound(c.Delete(ctx, &read)), true)
	must(t, c.DeleteAllOf(ctx, &corev1.Event{}, client.InNamespace(namespace)))
	must(t, c.List(ctx, &list, client.InNamespace(namespace)))
	equal(t, "left", len(list.Items), 0)
}

func TestControllerRuntimeManager(t *testing.T) {
	ctrl.SetLogger(logr.Discard())
	namespace, ctx := newNamespace(t), newContext(t)
	manager, err := ctrl.NewManager(config(), ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
	})
	must(t, err)
	_, err = manager.GetCache().GetInformer(ctx, &corev1.Event{})
	must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	if !manager.GetCache().WaitForCacheSync(ctx) {
		t.Fatal("the cache never got in sync")
	}
	//lint:ignore SA1019 both recorders are in use
	manager.GetEventRecorderFor("old-style").Event(pod(namespace), corev1.EventTypeNormal, "Old", "old")
	manager.GetEventRecorder("new-style").Eventf(pod(namespace), nil, corev1.EventTypeNormal, "New", "Record", "new")
	eventually(t, ctx, "both events in the cache", func() bool {
		var list corev1.EventList
		must(t, manager.GetClient().List(ctx, &list, client.InNamespace(namespace)))
		return len(list.Items) == 2
	})
	var list corev1.EventList
	must(t, manager.GetAPIReader().List(ctx, &list, client.InNamespace(namespace), &client.ListOptions{Limit: 1}))
	equal(t, "on a page", len(list.Items), 1)
}
