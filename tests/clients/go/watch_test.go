package clients

import (
	"context"
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/pager"
	watchtools "k8s.io/client-go/tools/watch"
)

func TestInformer(t *testing.T) {
	inEveryEncoding(t, func(t *testing.T, c *rest.Config) {
		namespace, ctx := newNamespace(t), newContext(t)
		client := clientFor(t, c)
		api := client.CoreV1().Events(namespace)
		_, err := api.Create(ctx, coreEvent(namespace, "a"), metav1.CreateOptions{})
		must(t, err)

		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		informer := factory.Core().V1().Events().Informer()
		seen := make(chan string, 16)
		_, err = informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
			AddFunc:    func(object any, initial bool) { seen <- fmt.Sprint("add ", object.(*corev1.Event).Name, " ", initial) },
			UpdateFunc: func(_, object any) { seen <- fmt.Sprint("update ", object.(*corev1.Event).Count) },
			DeleteFunc: func(object any) { seen <- "delete" },
		})
		must(t, err)
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		next := func() string {
			select {
			case line := <-seen:
				return line
			case <-ctx.Done():
				return "nothing"
			}
		}
		equal(t, "first", next(), "add a true")
		b, err := api.Create(ctx, coreEvent(namespace, "b"), metav1.CreateOptions{})
		must(t, err)
		equal(t, "second", next(), "add b false")
		b.Count = 7
		_, err = api.Update(ctx, b, metav1.UpdateOptions{})
		must(t, err)
		equal(t, "third", next(), "update 7")
		must(t, api.Delete(ctx, "a", metav1.DeleteOptions{}))
		equal(t, "fourth", next(), "delete")
	})
}

func TestRetryWatcher(t *testing.T) {
	namespace, ctx := newNamespace(t), newContext(t)
	client := clientFor(t, config())
	api := client.CoreV1().Events(namespace)
	first, err := api.Create(ctx, coreEvent(namespace, "a"), metav1.CreateOptions{})
	must(t, err)
	var cut context.CancelFunc
	watches := 0
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, first.ResourceVersion, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			watches++
			ctx, cut = context.WithCancel(ctx)
			return api.Watch(ctx, options)
		},
	})
	must(t, err)
	defer watcher.Stop()
	for i := range 3 {
		_, err = api.Create(ctx, coreEvent(namespace, fmt.Sprint("b", i)), metav1.CreateOptions{})
		must(t, err)
		event := <-watcher.ResultChan()
		equal(t, "name", event.Object.(*corev1.Event).Name, fmt.Sprint("b", i))
		// It goes on with another watch, after the version that it has seen.
		cut()
	}
	equal(t, "more than one watch", watches > 1, true)
}

func TestPager(t *testing.T) {
	namespace, ctx := newNamespace(t), newContext(t)
	client := clientFor(t, config())
	for i := range 7 {
		_, err := client.CoreV1().Events(namespace).Create(ctx, coreEvent(namespace, fmt.Sprint("e", i)), metav1.CreateOptions{})
		must(t, err)
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return client.CoreV1().Events(namespace).List(ctx, options)
	})
	pages.PageSize = 3
	var names string
	must(t, pages.EachListItem(ctx, metav1.ListOptions{}, func(object runtime.Object) error {
		names += object.(*corev1.Event).Name
		return nil
	}))
	equal(t, "names", names, "e0e1e2e3e4e5e6")
}
