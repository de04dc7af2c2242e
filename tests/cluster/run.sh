#!/bin/sh
# Records into a real kube-apiserver: `deno task test:cluster`, or `sh tests/cluster/run.sh`; with `storm` behind it, through
# all kinds of faults; with `forwarding`, forwards from one through such faults, beside an OpenTelemetry Collector; with
# `silence`, over connections that die without a word, beside other clients; with `replicas`, by several processes of which a
# Lease elects one; with `history`, from one whose etcd is restored from a backup; with `starts`, by processes that are killed,
# or whose server restarts, as they begin; with `bench`, measures beside client-go.
#
#   --version=1.36       another version of Kubernetes than the pinned one: the newest patch of a minor, or 1.36.3
#   KUBE_API_URL         another cluster, with KUBE_API_TOKEN and KUBE_API_CA (a file) as needed; nothing is built or started
#   KUBE_BINARIES        a folder with the programs etcd and kube-apiserver, if there is one already
#   KUBE_BUILD_SECONDS   how long building may take, 840 if not given: enough on two cores; 3600 with --version
#
# Without any, both programs are built once from their Go modules, pinned in binaries/, and kept in
# $XDG_CACHE_HOME/kubecast. Where that cannot be, it says so and ends well: the suite is for machines that can.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
suite=cluster asked=
for argument; do
  case $argument in
  storm | forwarding | silence | replicas | history | starts | differential | bench) suite=$argument ;;
  --version=*) asked=${argument#*=} ;;
  *) echo "usage: run.sh [storm|forwarding|silence|replicas|history|starts|differential|bench] [--version=1.36]" >&2 && exit 2 ;;
  esac
done

not_run() {
  echo "NOT RUN: the cluster tests did not run: $1" >&2
  # A version that was asked for must be tested.
  [ -z "$asked" ]
  exit
}

build() {
  go=$(command -v go) || not_run "Go is not installed, with which kube-apiserver is built"
  command -v timeout >/dev/null || not_run "timeout is not installed, with which building is kept short"
  part=$1.part.$$
  mkdir -p "$part"
  trap 'rm -rf "$part"' EXIT
  modules=$here/binaries
  if [ -n "$asked" ]; then
    seconds=${KUBE_BUILD_SECONDS:-3600} modules=$part
    sh "$here/binaries/pin.sh" "$version" "$part" || not_run "the modules of $version could not be had"
  else
    seconds=${KUBE_BUILD_SECONDS:-840}
  fi
  echo "Building etcd and kube-apiserver $version in at most $seconds s; this is kept in $1"
  stamp="-s -w -X k8s.io/component-base/version.gitVersion=v$version"
  (
    cd "$modules"
    export CGO_ENABLED=0 GOWORK=off
    # A low priority, and two packages at a time: a build must not starve what else runs. Beside a busy program, the lowest
    # would starve the build.
    timeout "$seconds" nice sh -euc '
      "$0" build -p 2 -trimpath -ldflags "-s -w" -o "$1/etcd" go.etcd.io/etcd/server/v3
      "$0" build -p 2 -trimpath -ldflags "$2" -o "$1/kube-apiserver" k8s.io/kubernetes/cmd/kube-apiserver
    ' "$go" "$part" "$stamp"
  ) || not_run "etcd and kube-apiserver could not be built, or not in that time, see above; what was compiled is kept for the next try"
  mv -T "$part" "$1" 2>/dev/null || [ -x "$1/kube-apiserver" ]
}

case $asked in
"") version=$(sed -n "s,.*k8s.io/kubernetes v\([^ ]*\).*,\1,p" "$here/binaries/go.mod") ;;
*.*.*) version=$asked ;;
*) version=$(go list -m -f '{{.Version}}' "k8s.io/kubernetes@v$asked" | cut -c 2-) && [ -n "$version" ] || not_run "there is no Kubernetes $asked" ;;
esac
if [ -n "$asked" ] || [ -z "${KUBE_API_URL:-}${KUBE_BINARIES:-}" ]; then
  unset KUBE_API_URL
  KUBE_BINARIES="${XDG_CACHE_HOME:-$HOME/.cache}/kubecast/kubernetes-$version"
  [ -x "$KUBE_BINARIES/kube-apiserver" ] && [ -x "$KUBE_BINARIES/etcd" ] || build "$KUBE_BINARIES"
  echo "Testing with Kubernetes $version"
fi
[ -z "${KUBE_BINARIES:-}" ] || export KUBE_BINARIES

case $suite in
forwarding | silence)
  # Without it, its rows are left out.
  COLLECTOR=$(sh "$here/../read/opentelemetry/collector/build.sh") && export COLLECTOR
  ;;
esac

cd "$here/../.."
[ "$suite" != bench ] || exec deno run --frozen --allow-all tests/bench/cluster_bench.ts
exec deno test --frozen --allow-all "tests/cluster/${suite}_suite.ts"
