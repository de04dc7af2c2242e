package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/reference"
)

// A recorderSubject is something that events are recorded about: an object, or a part of one.
type recorderSubject struct {
	object    runtime.Object
	fieldPath string
}

// reference gives what a recorder is handed.
func (s recorderSubject) reference() runtime.Object {
	if s.object == nil {
		return nil
	}
	copied := s.object.DeepCopyObject()
	if s.fieldPath == "" {
		return copied
	}
	partial, err := reference.GetPartialReference(scheme.Scheme, copied, s.fieldPath)
	if err != nil {
		panic(err)
	}
	return partial
}

// MarshalJSON adds what the scheme knows of an object that does not say its kind.
func (s recorderSubject) MarshalJSON() ([]byte, error) {
	travels := object{"object": s.object}
	switch about := s.object.(type) {
	case nil:
	case *unstructured.Unstructured:
		travels["object"] = about.Object
	default:
		if about.GetObjectKind().GroupVersionKind().Empty() {
			if kinds, _, err := scheme.Scheme.ObjectKinds(about); err == nil {
				version, kind := kinds[0].ToAPIVersionAndKind()
				travels["scheme"] = object{"apiVersion": version, "kind": kind}
			}
		}
	}
	if s.fieldPath != "" {
		travels["fieldPath"] = s.fieldPath
	}
	return json.Marshal(travels)
}

var subjectNames = []string{
	"web-0", "web-1", "node-0.example.com", "2001:db8::123", "Web_1", "system:node:a", "", strings.Repeat("x", 236),
	strings.Repeat("x", 237), "ünïcode", "q\"uo\\te\x7f", "-web", "web-",
}

var fieldPaths = []string{
	"", "spec.containers{web}", "spec.containers[2]", "tab\t\x00\x1bé\u200b\u2028\U0001F600<a&b>", "\u00a0\ufeff\u0301'`",
}

func recorderSubjects(random *rand.Rand) []recorderSubject {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	custom := func(rest object) *unstructured.Unstructured {
		content := object{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": object{
			"name": pick(subjectNames), "namespace": "shop", "uid": fmt.Sprintf("uid-%d", random.IntN(100)),
		}}
		for key, value := range rest {
			if content[key] = value; value == nil {
				delete(content, key)
			}
		}
		return &unstructured.Unstructured{Object: content}
	}
	var subjects []recorderSubject
	for _, name := range subjectNames {
		meta := metav1.ObjectMeta{
			Name: name, Namespace: pick([]string{"default", "shop", ""}), UID: types.UID(fmt.Sprintf("uid-%d", random.IntN(100))),
			ResourceVersion: pick([]string{"", "7", "1234"}), Labels: map[string]string{"app": "web"},
		}
		wide := *meta.DeepCopy()
		wide.Namespace = ""
		about := v1.ObjectReference{
			Kind: "Pod", APIVersion: "v1", Name: name, Namespace: meta.Namespace, UID: meta.UID, FieldPath: pick(fieldPaths),
		}
		podType := metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}
		for _, each := range []runtime.Object{
			&v1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, ObjectMeta: meta},
			&v1.Secret{ObjectMeta: meta},
			&v1.Namespace{ObjectMeta: wide},
			&v1.PersistentVolumeClaim{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolumeClaim"}, ObjectMeta: meta},
			&about,
		} {
			subjects = append(subjects, recorderSubject{object: each})
		}
		subjects = append(subjects, recorderSubject{&v1.ConfigMap{TypeMeta: podType, ObjectMeta: meta}, pick(fieldPaths[1:])})
	}
	list := metav1.ListMeta{ResourceVersion: "99"}
	for _, each := range []runtime.Object{
		nil,
		&appsv1.ReplicaSet{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop"}},
		&v1.PodList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PodList"}, ListMeta: list},
		&v1.PodList{ListMeta: list, Items: []v1.Pod{}},
		&unstructured.UnstructuredList{Object: object{
			"apiVersion": "example.com/v1", "kind": "WidgetList", "metadata": object{"resourceVersion": "5"},
		}},
		// Objects that do not say, or half, what they are.
		&v1.ConfigMap{TypeMeta: metav1.TypeMeta{Kind: "ConfigMap"}, ObjectMeta: metav1.ObjectMeta{Name: "half", Namespace: "shop"}},
		&v1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: "half", Namespace: "shop"}},
		&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "of-no-kind", Namespace: "shop"}},
		&v1.ObjectReference{Name: "of-no-kind", Namespace: "shop"},
		&v1.ObjectReference{Kind: "Pod", Name: "of-no-version", Namespace: "shop"},
		&v1.ObjectReference{Kind: "Node", APIVersion: "v1", Name: "node-0", UID: "node-0"},
		&v1.ObjectReference{Kind: "Pod", APIVersion: "v1"},
		custom(nil),
		custom(object{"kind": nil, "apiVersion": nil}),
		custom(object{"items": []any{}}),
		custom(object{"spec": object{"size": int64(3)}, "metadata": nil}),
		custom(object{"spec": object{"size": int64(3)}, "metadata": object{}}),
	} {
		subjects = append(subjects, recorderSubject{object: each})
	}
	return subjects
}
