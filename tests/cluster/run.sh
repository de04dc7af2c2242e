#!/bin/sh
# Records into a real kube-apiserver: `deno task test:cluster`, or `sh tests/cluster/run.sh`; with `storm` behind it, through
# all kinds of faults.
#
#   KUBE_API_URL    another cluster, with KUBE_API_TOKEN and KUBE_API_CA (a file) as needed; nothing is built or started
#   KUBE_BINARIES   a folder with the programs etcd and kube-apiserver, if there is one already
#   KUBE_BUILD_SECONDS   how long building may take, 840 if not given: enough on two cores
#
# Without either, both programs are built once from their Go modules, pinned in binaries/, and kept in
# $XDG_CACHE_HOME/kubecast. Where that cannot be, it says so and ends well: the suite is for machines that can.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

not_run() {
  echo "NOT RUN: the cluster tests did not run: $1" >&2
  exit 0
}

build() {
  go=$(command -v go) || not_run "Go is not installed, with which kube-apiserver is built"
  command -v timeout >/dev/null || not_run "timeout is not installed, with which building is kept short"
  part=$1.part.$$
  mkdir -p "$part"
  trap 'rm -rf "$part"' EXIT
  echo "Building etcd and kube-apiserver $version in at most ${KUBE_BUILD_SECONDS:-840} s; this is kept in $1"
  stamp="-s -w -X k8s.io/component-base/version.gitVersion=v$version"
  (
    cd "$here/binaries"
    export CGO_ENABLED=0 GOWORK=off
    # Least priority, and two packages at a time: a build must not starve what else runs.
    timeout "${KUBE_BUILD_SECONDS:-840}" nice -n 19 sh -euc '
      "$0" build -p 2 -trimpath -ldflags "-s -w" -o "$1/etcd" go.etcd.io/etcd/server/v3
      "$0" build -p 2 -trimpath -ldflags "$2" -o "$1/kube-apiserver" k8s.io/kubernetes/cmd/kube-apiserver
    ' "$go" "$part" "$stamp"
  ) || not_run "etcd and kube-apiserver could not be built, or not in that time, see above; what was compiled is kept for the next try"
  mv -T "$part" "$1" 2>/dev/null || [ -x "$1/kube-apiserver" ]
}

version=$(sed -n "s,.*k8s.io/kubernetes v\([^ ]*\).*,\1,p" "$here/binaries/go.mod")
if [ -z "${KUBE_API_URL:-}" ] && [ -z "${KUBE_BINARIES:-}" ]; then
  KUBE_BINARIES="${XDG_CACHE_HOME:-$HOME/.cache}/kubecast/kubernetes-$version"
  [ -x "$KUBE_BINARIES/kube-apiserver" ] && [ -x "$KUBE_BINARIES/etcd" ] || build "$KUBE_BINARIES"
fi
[ -z "${KUBE_BINARIES:-}" ] || export KUBE_BINARIES

cd "$here/../.."
exec deno test --frozen --allow-all "tests/cluster/${1:-cluster}_suite.ts"
