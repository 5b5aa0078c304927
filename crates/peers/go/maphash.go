// Reads lengths, one a line, and answers each with the least seconds that a
// call of maphash.Bytes took for a message of that length, in a short turn.
package main

import (
	"bufio"
	"fmt"
	"hash/maphash"
	"os"
	"strconv"
	"time"
)

const turn = 20 * time.Millisecond

var sink uint64

func main() {
	seed := maphash.MakeSeed()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		length, err := strconv.Atoi(lines.Text())
		if err != nil {
			panic(err)
		}
		message := make([]byte, length)
		for i := range message {
			message[i] = byte(i*131 + 7)
		}
		calls := 20000/(length/64+4) + 1
		least := 1.0
		for start := time.Now(); time.Since(start) < turn; {
			sample := time.Now()
			for range calls {
				sink ^= maphash.Bytes(seed, message)
			}
			least = min(least, time.Since(sample).Seconds()/float64(calls))
		}
		fmt.Println(least)
	}
}
