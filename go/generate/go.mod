module github.com/lanesum/lanesum/go/generate

go 1.25
