package sha3

import (
	"bytes"
	"crypto/fips140"
	"crypto/sha3"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/lanesum/lanesum/go/internal/sponge"
)

// A program that uses the validated module has SHA-3 from there: this test runs itself as
// such a program, for a program is that from its start on.
func TestValidatedModule(t *testing.T) {
	if fips140.Enabled() {
		ours, theirs := New256(), sha3.New256()
		ours.Write([]byte("a message"))
		theirs.Write([]byte("a message"))
		if state := encoded(t, &ours.std); sponge.Available || !bytes.Equal(state, encoded(t, theirs)) {
			t.Errorf("the message is not in the validated module, but %x", state)
		}
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^TestValidatedModule$", "-test.v")
	command.Env = append(os.Environ(), "GODEBUG=fips140=on")
	said, err := command.CombinedOutput()
	var status *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &status), strings.Contains(string(said), "fips140: "):
		t.Skipf("no program can be run so: %v, %s", err, said)
	case err != nil || !strings.Contains(string(said), "PASS: TestValidatedModule"):
		t.Errorf("%v: %s", err, said)
	}
}
