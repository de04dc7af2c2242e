#!/bin/sh
# Pins a version of kube-apiserver, and the etcd that its go.mod asks for: `sh pin.sh 1.37.2` writes go.mod and go.sum
# beside this file, `sh pin.sh 1.35.4 FOLDER` into another folder.
set -eu

version=$1
cd "${2:-$(dirname "$0")}"
rm -f go.mod go.sum
export GOWORK=off

module=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's,.*"GoMod": "\(.*\)".*,\1,p')
etcd=$(sed -n 's,.*go.etcd.io/etcd/server/v3 \(v[^ ]*\).*,\1,p' "$module")

# The parts of Kubernetes are folders of its repository there, and modules of their own here.
{
  echo "module kubecast/tests/cluster/binaries"
  sed -n '/^go /p; /^godebug /p' "$module"
  sed -n "s,^\t*\(k8s.io/[^ ]*\) => .*,replace \1 => \1 v0.${version#1.},p" "$module"
} >go.mod
go mod edit -require="go.etcd.io/etcd/server/v3@$etcd" -require="k8s.io/kubernetes@v$version" \
  -tool=go.etcd.io/etcd/server/v3 -tool=k8s.io/kubernetes/cmd/kube-apiserver
go mod tidy
