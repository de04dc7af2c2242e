#!/usr/bin/env bash
# Builds kubectl from its Go module, for machines that have none: tests/serve/server/install_kubectl.sh FILE
# It takes Go, the Go module proxy and some minutes. Run the tests with KUBECTL=FILE.
set -euo pipefail
file=$(realpath -m "${1:?Usage: tests/serve/server/install_kubectl.sh FILE}")
cd "$(dirname "$0")/kubectl"
version="-X k8s.io/component-base/version.gitVersion=v1.33.2"
go build -trimpath -ldflags="-s -w $version" -o "$file" .
