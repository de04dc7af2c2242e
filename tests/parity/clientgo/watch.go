package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// watchOptions are those of the forwarders in tests/cluster/storm.
type watchOptions struct {
	Server    string `json:"server"`
	Token     string `json:"token"`
	CA        string `json:"ca"`
	Namespace string `json:"namespace"`
	Store     string `json:"store"`
}

// deliverEvents posts the uid and count of every event that a reflector stores, as a line of JSON.
func deliverEvents(text string) {
	var options watchOptions
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		log.Fatal(err)
	}
	client, err := typedcorev1.NewForConfig(&rest.Config{
		Host:            options.Server,
		BearerToken:     options.Token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: options.CA},
	})
	if err != nil {
		log.Fatal(err)
	}
	deliver := func(object any) {
		event := object.(*v1.Event)
		line := fmt.Sprintf(`{"key":"%s/%d"}`, event.UID, event.Count)
		response, err := http.Post(options.Store, "application/x-ndjson", strings.NewReader(line))
		if err != nil {
			log.Print(err)
			return
		}
		response.Body.Close()
	}
	_, controller := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: cache.NewListWatchFromClient(client.RESTClient(), "events", options.Namespace, fields.Everything()),
		ObjectType:    &v1.Event{},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    deliver,
			UpdateFunc: func(_, object any) { deliver(object) },
		},
	})
	controller.RunWithContext(context.Background())
}
