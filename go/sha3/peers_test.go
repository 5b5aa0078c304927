package sha3

import (
	"bytes"
	"crypto/sha3"
	"encoding"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/sponge"
	xsha3 "golang.org/x/crypto/sha3"
)

// both runs a test with the code, where there is any, and then with the standard library in
// its place.
func both(t *testing.T, test func(t *testing.T)) {
	if sponge.Available {
		t.Run("code", test)
		defer func() { sponge.Available = true }()
		sponge.Available = false
	}
	t.Run("standard", test)
}

// message is what all hashes here have.
type message interface {
	io.Writer
	Reset()
	BlockSize() int
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// peer is a function, and who else has it.
type peer struct {
	name         string
	ours, theirs func() message
}

func asMessage[T message](new func() T) func() message { return func() message { return new() } }

func hashed(new func() hash.Hash) func() message { return func() message { return new().(message) } }

func shaken(new func() ShakeHash) func() message { return func() message { return new().(message) } }

var (
	functionName  = []byte("a name")
	customization = bytes.Repeat([]byte("customization"), 20)
)

var peers = []peer{
	{"SHA3-224", asMessage(New224), asMessage(sha3.New224)},
	{"SHA3-256", asMessage(New256), asMessage(sha3.New256)},
	{"SHA3-384", asMessage(New384), asMessage(sha3.New384)},
	{"SHA3-512", asMessage(New512), asMessage(sha3.New512)},
	{"zero SHA3", func() message { return new(SHA3) }, func() message { return new(sha3.SHA3) }},
	{"SHAKE128", asMessage(NewSHAKE128), asMessage(sha3.NewSHAKE128)},
	{"SHAKE256", asMessage(NewSHAKE256), asMessage(sha3.NewSHAKE256)},
	{"zero SHAKE", func() message { return new(SHAKE) }, func() message { return new(sha3.SHAKE) }},
	{
		"cSHAKE128",
		func() message { return NewCSHAKE128(functionName, nil) },
		func() message { return sha3.NewCSHAKE128(functionName, nil) },
	},
	{
		"cSHAKE256",
		func() message { return NewCSHAKE256(functionName, customization) },
		func() message { return sha3.NewCSHAKE256(functionName, customization) },
	},
	{"Shake128", shaken(NewShake128), shaken(xsha3.NewShake128)},
	{"Shake256", shaken(NewShake256), shaken(xsha3.NewShake256)},
	{
		"CShake128",
		func() message { return NewCShake128(functionName, customization).(message) },
		func() message { return xsha3.NewCShake128(functionName, customization).(message) },
	},
	{
		"CShake256",
		func() message { return NewCShake256(nil, customization).(message) },
		func() message { return xsha3.NewCShake256(nil, customization).(message) },
	},
	{"Keccak-256", hashed(NewLegacyKeccak256), hashed(xsha3.NewLegacyKeccak256)},
	{"Keccak-512", hashed(NewLegacyKeccak512), hashed(xsha3.NewLegacyKeccak512)},
}

// said is what f does: what it gives, or what it panics with.
func said(f func() any) (what string) {
	defer func() {
		if p := recover(); p != nil {
			what = fmt.Sprint("panic: ", p)
		}
	}()
	return fmt.Sprintf("%x", f())
}

// encoded is the state.
func encoded(t *testing.T, m message) []byte {
	t.Helper()
	b, err := m.MarshalBinary()
	appended, otherwise := m.AppendBinary([]byte("before"))
	if err != nil || otherwise != nil || string(appended) != "before"+string(b) {
		t.Fatalf("%x, %v, and appended %x, %v", b, err, appended, otherwise)
	}
	return b
}

// exchange has one go on from the state of another, and leaves nothing of the encoding.
func exchange(t *testing.T, from, to message) {
	t.Helper()
	b := encoded(t, from)
	if err := to.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	clear(b)
}

// digest is all that m has to say: of a copy, for it may be read.
func digest(t *testing.T, m, copied message) []byte {
	t.Helper()
	exchange(t, m, copied)
	if x, ok := copied.(io.Reader); ok {
		out := make([]byte, 700)
		x.Read(out)
		return out
	}
	return copied.(hash.Hash).Sum(nil)
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// Whatever is done to a message, in any order, has the same outcome, and leaves the same
// state, byte for byte: writes and reads of all lengths, digests and clones in their midst,
// states that come from elsewhere.
func TestSameAsPeers(t *testing.T) {
	both(t, func(t *testing.T) {
		for _, p := range peers {
			t.Run(p.name, func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, uint64(len(p.name))))
				rounds := 300
				if testing.Short() {
					rounds = 25
				}
				for range rounds {
					operate(t, r, p)
				}
			})
		}
	})
}

func operate(t *testing.T, r *rand.Rand, p peer) {
	t.Helper()
	ours, theirs := p.ours(), p.theirs()
	block := theirs.BlockSize()
	// Some pieces of few bytes, some about a block's end, some of several calls.
	length := func() int {
		switch r.IntN(4) {
		case 0:
			return r.IntN(9)
		case 1:
			return r.IntN(3)*block + r.IntN(3)*(block-1)
		case 2:
			return r.IntN(500)
		}
		return r.IntN(1 << r.IntN(16))
	}
	var steps []string
	isRead := false
	for range 30 {
		var step func(m message) any
		name := ""
		switch op := r.IntN(12); {
		case op < 5:
			piece := random(r, length())
			name = fmt.Sprintf("Write of %d", len(piece))
			step = func(m message) any { n, err := m.Write(piece); return fmt.Sprint(n, err) }
		case op < 7:
			n := length()
			name = fmt.Sprintf("Read of %d", n)
			step = func(m message) any {
				x, ok := m.(io.Reader)
				if !ok {
					return "none"
				}
				out := make([]byte, n)
				n, err := x.Read(out)
				return fmt.Sprint(n, err, out)
			}
			_, ok := ours.(io.Reader)
			isRead = isRead || ok
		case op < 9:
			name = "Sum"
			step = func(m message) any {
				if h, ok := m.(hash.Hash); ok {
					return append(h.Sum([]byte("before")), byte(h.Size()))
				}
				return "none"
			}
		case op < 10:
			name = "state of the other"
			a, b := p.ours(), p.theirs()
			exchange(t, ours, b)
			exchange(t, theirs, a)
			ours, theirs = a, b
			step = func(m message) any { return m.BlockSize() }
		case op < 11:
			name = "clone"
			ours, theirs = clone(t, ours), clone(t, theirs)
			step = func(m message) any { return m.BlockSize() }
		default:
			if _, wrapped := ours.(ShakeHash); wrapped && isRead {
				// x/crypto's panics in Sum from here on: see TestSumAfterReset.
				ours, theirs = p.ours(), p.theirs()
			}
			isRead = false
			name = "Reset"
			step = func(m message) any { m.Reset(); return m.BlockSize() }
		}
		steps = append(steps, name)
		got, want := said(func() any { return step(ours) }), said(func() any { return step(theirs) })
		if got != want {
			t.Fatalf("%q: %s, not %s", steps, got, want)
		}
		if got, want := encoded(t, ours), encoded(t, theirs); !bytes.Equal(got, want) {
			t.Fatalf("%q: the state is %x, not %x", steps, got, want)
		}
	}
	if got, want := digest(t, ours, p.ours()), digest(t, theirs, p.theirs()); !bytes.Equal(got, want) {
		t.Fatalf("%q: in the end %x, not %x", steps, got, want)
	}
}

// clone is a clone by what there is, after which the first is written to.
func clone(t *testing.T, m message) message {
	t.Helper()
	var c message
	switch h := m.(type) {
	case hash.Cloner:
		cloned, err := h.Clone()
		if err != nil {
			t.Fatal(err)
		}
		c = cloned.(message)
	case ShakeHash:
		c = h.Clone().(message)
	case *SHAKE:
		copied := *h
		c = &copied
	case *sha3.SHAKE:
		copied := *h
		c = &copied
	default:
		return m
	}
	m.Reset()
	m.Write([]byte("another message"))
	return c
}

// Messages of all lengths next to those of blocks and of calls, as a whole.
func TestLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 2))
	values := random(r, 40<<10)
	both(t, func(t *testing.T) {
		for _, p := range peers {
			block := p.theirs().BlockSize()
			var lengths []int
			for n := range 3*block + 2 {
				lengths = append(lengths, n)
			}
			for n := 8 << 10; n < 33<<10; n += 8 << 10 {
				for _, n := range []int{n, n / block * block, n - n/(8<<10)*((8<<10)%block)} {
					lengths = append(lengths, n-1, n, n+1, n+block-1, n+block)
				}
			}
			for _, n := range lengths {
				ours, theirs := p.ours(), p.theirs()
				ours.Write(values[:n])
				theirs.Write(values[:n])
				if got, want := digest(t, ours, p.ours()), digest(t, theirs, p.theirs()); !bytes.Equal(got, want) {
					t.Fatalf("%s of %d bytes: %x, not %x", p.name, n, got, want)
				}
				if x, ok := ours.(io.Reader); ok {
					got, want := make([]byte, n), make([]byte, n)
					x.Read(got)
					theirs.(io.Reader).Read(want)
					if !bytes.Equal(got, want) {
						t.Fatalf("%s: %d bytes of output are not those", p.name, n)
					}
				}
			}
		}
		for n := range 600 {
			m := values[n : 2*n]
			for name, ok := range map[string]bool{
				"Sum224":   Sum224(m) == sha3.Sum224(m),
				"Sum256":   Sum256(m) == sha3.Sum256(m),
				"Sum384":   Sum384(m) == sha3.Sum384(m),
				"Sum512":   Sum512(m) == sha3.Sum512(m),
				"SHAKE128": bytes.Equal(SumSHAKE128(m, n), sha3.SumSHAKE128(m, n)),
				"SHAKE256": bytes.Equal(SumSHAKE256(m, n), sha3.SumSHAKE256(m, n)),
			} {
				if !ok {
					t.Fatalf("%s of %d bytes", name, n)
				}
			}
		}
	})
}

// cSHAKE with names and customizations of all lengths, and again after Reset.
func TestCustomized(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 185))
	both(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 31, 32, 100, 131, 132, 133, 134, 163, 164, 165, 300, 8191, 8192, 70_000} {
			for _, s := range []int{0, 1, 31, 32, 130, 131, 132, 163, 164, 9000} {
				name, customization := random(r, n), random(r, s)
				m := random(r, r.IntN(400))
				for _, c := range []struct{ ours, theirs message }{
					{NewCSHAKE128(name, customization), sha3.NewCSHAKE128(name, customization)},
					{NewCSHAKE256(name, customization), sha3.NewCSHAKE256(name, customization)},
					{NewCShake128(name, customization).(message), xsha3.NewCShake128(name, customization).(message)},
					{NewCShake256(name, customization).(message), xsha3.NewCShake256(name, customization).(message)},
				} {
					for range 2 {
						var out [2][300]byte
						for i, x := range []message{c.ours, c.theirs} {
							x.Write(m)
							x.(io.Reader).Read(out[i][:])
						}
						if state, want := encoded(t, c.ours), encoded(t, c.theirs); out[0] != out[1] || !bytes.Equal(state, want) {
							t.Fatalf("%T with %d and %d bytes: %x, not %x", c.ours, n, s, out[0], out[1])
						}
						// Neither is kept.
						clear(name)
						clear(customization)
						c.ours.Reset()
						c.theirs.Reset()
					}
				}
			}
		}
	})
}

// The state after any byte of an encoding has changed, in absorbing and squeezing: the same
// errors, and after none the same output. After an error, the state is as before.
func TestBadStates(t *testing.T) {
	values := []byte{0, 1, 2, 8, 9, 10, 11, 71, 72, 73, 103, 104, 105, 135, 136, 137, 143, 144, 145, 167, 168, 169, 255}
	if testing.Short() {
		values = []byte{0, 1, 9, 72, 136, 168, 255}
	}
	both(t, func(t *testing.T) {
		for _, p := range peers {
			from := p.theirs()
			from.Write([]byte("a message"))
			for range 2 {
				good := encoded(t, from)
				try := func(b []byte) {
					t.Helper()
					ours, theirs := p.ours(), p.theirs()
					ours.Write([]byte("before"))
					before := encoded(t, ours)
					err, want := ours.UnmarshalBinary(b), theirs.UnmarshalBinary(b)
					if fmt.Sprint(err) != fmt.Sprint(want) {
						t.Fatalf("%s: %x: %v, not %v", p.name, b, err, want)
					}
					if err != nil {
						if sponge.Available && !bytes.Equal(encoded(t, ours), before) {
							t.Fatalf("%s: the state has changed by %x", p.name, b)
						}
						return
					}
					what := func(m message) string {
						var states []byte
						panicked := said(func() any {
							for _, piece := range []string{"", "more"} {
								m.Write([]byte(piece))
								states = append(states, encoded(t, m)...)
							}
							return nil
						})
						return fmt.Sprintf("%x %s ", states, panicked) + said(func() any { return digest(t, m, p.theirs()) })
					}
					if got, want := what(ours), what(theirs); got != want {
						t.Fatalf("%s: %x goes on as %s, not %s", p.name, b, got, want)
					}
				}
				for _, n := range []int{0, 3, 4, 5, 204, 205, 206, len(good) - 1} {
					try(good[:n])
				}
				try(append(bytes.Clone(good), 0))
				try(append(bytes.Clone(good), 1, 2, 3))
				for i := range good {
					if words := 5; words < i && i < words+200 && i%37 > 0 {
						// All words are good ones.
						continue
					}
					for _, b := range values {
						bad := bytes.Clone(good)
						bad[i] = b
						try(bad)
					}
				}
				if x, ok := from.(io.Reader); ok {
					x.Read(make([]byte, 5))
				}
			}
		}
	})
}

// A value may be copied, and the zero value is one. What is new, and what was reset, is the
// same as elsewhere.
func TestValues(t *testing.T) {
	both(t, func(t *testing.T) {
		var a SHA3
		a.Write([]byte("a"))
		b := a
		b.Write([]byte("b"))
		if sum := sha3.Sum256([]byte("a")); !bytes.Equal(a.Sum(nil), sum[:]) {
			t.Error("SHA3 has changed with its copy")
		}
		if sum := sha3.Sum256([]byte("ab")); !bytes.Equal(b.Sum(nil), sum[:]) {
			t.Error("a copy of SHA3 does not go on")
		}
		var x SHAKE
		x.Write([]byte("x"))
		y := x
		y.Write([]byte("y"))
		out := make([]byte, 40)
		if x.Read(out); !bytes.Equal(out, sha3.SumSHAKE256([]byte("x"), 40)) {
			t.Error("SHAKE has changed with its copy")
		}
		if y.Read(out); !bytes.Equal(out, sha3.SumSHAKE256([]byte("xy"), 40)) {
			t.Error("a copy of SHAKE does not go on")
		}
		// Each method may be the first.
		if new(SHA3).Size() != Size256 || new(SHA3).BlockSize() != 136 || new(SHAKE).BlockSize() != 136 {
			t.Error("the sizes of nothing are others")
		}
		for _, p := range peers {
			if s, ok := p.ours().(interface{ Size() int }); ok && s.Size() != p.theirs().(interface{ Size() int }).Size() {
				t.Errorf("%s: a digest of %d bytes", p.name, s.Size())
			}
			if got, want := p.ours().BlockSize(), p.theirs().BlockSize(); got != want {
				t.Errorf("%s: a block of %d bytes", p.name, got)
			}
			ours, theirs := p.ours(), p.theirs()
			ours.Reset()
			theirs.Reset()
			if !bytes.Equal(encoded(t, ours), encoded(t, theirs)) || !bytes.Equal(encoded(t, p.ours()), encoded(t, p.theirs())) {
				t.Errorf("%s: a new state is another one", p.name)
			}
		}
	})
}

// x/crypto's SHAKE forgets that it was reset, and panics: hash.Hash promises otherwise.
func TestSumAfterReset(t *testing.T) {
	both(t, func(t *testing.T) {
		h := NewShake128()
		h.Write([]byte("a message"))
		want := h.Sum(nil)
		h.Read(make([]byte, 3))
		if got := said(func() any { return h.Sum(nil) }); got != "panic: sha3: Sum after Read" {
			t.Errorf("Sum after Read says %s", got)
		}
		h.Reset()
		h.Write([]byte("a message"))
		if got := h.Sum(nil); !bytes.Equal(got, want) {
			t.Errorf("%x after Reset, not %x", got, want)
		}
	})
}

// A length below none panics as it does there.
func TestNegativeSumLength(t *testing.T) {
	both(t, func(t *testing.T) {
		for _, c := range []struct{ ours, theirs func([]byte, int) []byte }{{SumSHAKE128, sha3.SumSHAKE128}, {SumSHAKE256, sha3.SumSHAKE256}} {
			got, want := said(func() any { return c.ours(nil, -1) }), said(func() any { return c.theirs(nil, -1) })
			if got != want || got[:6] != "panic:" {
				t.Errorf("%s, not %s", got, want)
			}
		}
	})
}
