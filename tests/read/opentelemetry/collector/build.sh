#!/bin/sh
# Prints the path of an OpenTelemetry Collector: that of the variable COLLECTOR, or one that is built once from the Go
# modules that are pinned here, in at most COLLECTOR_BUILD_SECONDS (840), and kept in $XDG_CACHE_HOME/kubecast. Where that
# cannot be, says why and ends with 1.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubecast

if [ -z "${COLLECTOR:-}" ]; then
  COLLECTOR=$cache/collector-$(cat "$here/go.mod" "$here/go.sum" "$here/main.go" | cksum | tr ' ' -)
  if [ ! -x "$COLLECTOR" ]; then
    command -v go >/dev/null || { echo "Go is not installed, with which the Collector is built" >&2; exit 1; }
    mkdir -p "$cache"
    # A low priority, and one package at a time: a build must not starve what else runs.
    (cd "$here" && CGO_ENABLED=0 GOWORK=off timeout "${COLLECTOR_BUILD_SECONDS:-840}" nice \
      go build -p 1 -trimpath -ldflags "-s -w" -o "$COLLECTOR.part" . >&2) || {
      echo "The Collector could not be built, or not in that time, see above; what was compiled is kept for the next try" >&2
      exit 1
    }
    mv "$COLLECTOR.part" "$COLLECTOR"
  fi
fi
echo "$COLLECTOR"
