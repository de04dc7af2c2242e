#!/bin/sh
# Exports the events of a kube-apiserver to an OpenTelemetry Collector, which reads them by itself too.
#
#   COLLECTOR               the program, if there is one already
#   COLLECTOR_BUILD_SECONDS how long building may take, 840 if not given
#
# Otherwise built once from the Go modules that are pinned here, and kept in $XDG_CACHE_HOME/kubecast. Where that cannot be,
# it says so and ends well: the suite is for machines that can. It needs the programs of tests/cluster, and builds none.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

not_run() {
  echo "NOT RUN: the Collector did not run: $1" >&2
  exit 0
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubecast
version=$(sed -n "s,.*k8s.io/kubernetes v\([^ ]*\).*,\1,p" "$here/../../cluster/binaries/go.mod")
KUBE_BINARIES=${KUBE_BINARIES:-$cache/kubernetes-$version}
[ -x "$KUBE_BINARIES/kube-apiserver" ] || not_run "there is no kube-apiserver $version, which deno task test:cluster builds"
[ -d "$here/../sdk/node_modules" ] || not_run "the OpenTelemetry SDK is not installed: npm ci --prefix tests/opentelemetry/sdk"

if [ -z "${COLLECTOR:-}" ]; then
  COLLECTOR=$cache/collector-$(cat "$here/go.mod" "$here/go.sum" "$here/main.go" | cksum | tr ' ' -)
  if [ ! -x "$COLLECTOR" ]; then
    command -v go >/dev/null || not_run "Go is not installed, with which it is built"
    mkdir -p "$cache"
    # Least priority, and one package at a time: a build must not starve what else runs.
    (cd "$here" && CGO_ENABLED=0 GOWORK=off timeout "${COLLECTOR_BUILD_SECONDS:-840}" nice -n 19 \
      go build -p 1 -trimpath -ldflags "-s -w" -o "$COLLECTOR.part" .) ||
      not_run "it could not be built, or not in that time, see above; what was compiled is kept for the next try"
    mv "$COLLECTOR.part" "$COLLECTOR"
  fi
fi
export KUBE_BINARIES COLLECTOR

cd "$here/../../.."
exec deno test --frozen --allow-all tests/opentelemetry/collector/collector_suite.ts
