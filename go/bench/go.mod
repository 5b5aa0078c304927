module github.com/lanesum/lanesum/go/bench

go 1.26.0

require (
	github.com/lanesum/lanesum/go v0.0.0
	github.com/minio/md5-simd v1.1.2
	github.com/minio/sha256-simd v1.0.1
	github.com/zeebo/blake3 v0.2.4
	golang.org/x/crypto v0.58.0
	lukechampine.com/blake3 v1.4.1
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/klauspost/cpuid/v2 v2.2.3 // indirect
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/lanesum/lanesum/go => ../

tool golang.org/x/perf/cmd/benchstat
