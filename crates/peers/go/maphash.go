// Prints the least seconds that a call of maphash.Bytes takes, for each length
// that it is given, one a line.
package main

import (
	"fmt"
	"hash/maphash"
	"os"
	"strconv"
	"time"
)

var sink uint64

func main() {
	seed := maphash.MakeSeed()
	for _, arg := range os.Args[1:] {
		length, err := strconv.Atoi(arg)
		if err != nil {
			panic(err)
		}
		message := make([]byte, length)
		for i := range message {
			message[i] = byte(i*131 + 7)
		}
		calls := 20000/(length/64+4) + 1
		least := 1.0
		for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
			sample := time.Now()
			for range calls {
				sink ^= maphash.Bytes(seed, message)
			}
			least = min(least, time.Since(sample).Seconds()/float64(calls))
		}
		fmt.Println(least)
	}
}
