#!/usr/bin/env bash
# Builds and vets the module for every platform that Go has, with assembly and without.
set -euo pipefail
cd "$(dirname "$0")"
export CGO_ENABLED=0
for platform in $(go tool dist list); do
  export GOOS=${platform%/*} GOARCH=${platform#*/}
  for tags in '' purego; do
    # To vet tests takes a linker, which for Android and iOS is theirs.
    case $platform in
      android/* | ios/*) check=build ;;
      *) check=vet ;;
    esac
    go $check -tags "$tags" ./... || { echo "for $platform with tags '$tags'" >&2; exit 1; }
  done
done
