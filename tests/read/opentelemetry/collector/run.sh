#!/bin/sh
# Exports the events of a kube-apiserver to an OpenTelemetry Collector, which reads them by itself too.
#
# The Collector is the one that build.sh finds or builds. Where there is none, it says so and ends well: the suite is for
# machines that can. It needs the programs of tests/cluster, and builds none.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

not_run() {
  echo "NOT RUN: the Collector did not run: $1" >&2
  exit 0
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubecast
version=$(sed -n "s,.*k8s.io/kubernetes v\([^ ]*\).*,\1,p" "$here/../../../cluster/binaries/go.mod")
KUBE_BINARIES=${KUBE_BINARIES:-$cache/kubernetes-$version}
[ -x "$KUBE_BINARIES/kube-apiserver" ] || not_run "there is no kube-apiserver $version, which deno task test:cluster builds"
[ -d "$here/../sdk/node_modules" ] || not_run "the OpenTelemetry SDK is not installed: npm ci --prefix tests/read/opentelemetry/sdk"

COLLECTOR=$(sh "$here/build.sh") || not_run "see above"
export KUBE_BINARIES COLLECTOR

cd "$here/../../../.."
exec deno test --frozen --allow-all tests/read/opentelemetry/collector/collector_suite.ts
