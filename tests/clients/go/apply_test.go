package clients

import (
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
)

func TestApply(t *testing.T) {
	namespace, ctx := newNamespace(t), newContext(t)
	events := clientFor(t, config()).CoreV1().Events(namespace)
	mine := func(labels map[string]string, count int32) *applycore.EventApplyConfiguration {
		event := applycore.Event("a", namespace).WithInvolvedObject(applycore.ObjectReference().WithNamespace(namespace)).
			WithReason("BackOff").WithCount(count)
		if len(labels) > 0 {
			event.WithLabels(labels)
		}
		return event
	}
	created, err := events.Apply(ctx, mine(map[string]string{"a": "1", "b": "1"}, 1), metav1.ApplyOptions{FieldManager: "one"})
	must(t, err)
	equal(t, "managers", len(created.ManagedFields), 1)
	equal(t, "manager", created.ManagedFields[0].Manager+" "+string(created.ManagedFields[0].Operation), "one Apply")

	// What is left out goes; what was never applied stays.
	applied, err := events.Apply(ctx, mine(map[string]string{"a": "1"}, 1), metav1.ApplyOptions{FieldManager: "one"})
	must(t, err)
	equal(t, "labels", len(applied.Labels), 1)

	_, err = events.Apply(ctx, mine(nil, 2), metav1.ApplyOptions{FieldManager: "two"})
	equal(t, "a conflict", apierrors.IsConflict(err), true)
	equal(t, "its message", strings.Contains(err.Error(), `Apply failed with 1 conflict: conflict with "one": .count`), true)
	forced, err := events.Apply(ctx, mine(nil, 2), metav1.ApplyOptions{FieldManager: "two", Force: true})
	must(t, err)
	equal(t, "count", forced.Count, 2)
	equal(t, "managers", len(forced.ManagedFields), 2)

	// Each manager gets back what it applied.
	ones, err := applycore.ExtractEvent(forced, "one")
	must(t, err)
	equal(t, "label of the first", ones.Labels["a"], "1")
	equal(t, "count of the first", ones.Count == nil, true)
	twos, err := applycore.ExtractEvent(forced, "two")
	must(t, err)
	equal(t, "count of the second", *twos.Count, 2)
	equal(t, "labels of the second", len(twos.Labels), 0)
}
