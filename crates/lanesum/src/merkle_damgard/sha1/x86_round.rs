//! SHA-1 of one message, in instructions.
//!
//! The rounds are scalar, for one message has nothing to fill the lanes of a
//! vector with. Words `t` to `t + 3` of the message schedule hardly wait for each
//! other: they are a vector, and its instructions stand between those of the
//! rounds.
//!
//! What a round waits for is `a`: from one to the next it takes a rotation and a
//! sum. The order of the instructions was found by trying some hundreds on AMD
//! Zen 4, where the rounds with BMI take 2.05 to 2.3 cycles, and 3.4 in the worst
//! order. `majority(b, c, d) = (b & (c ^ d)) + (c & d)`, where only half waits for
//! `b`.

/// Four rounds with `$f`, whose sums of a word and a constant are at `$at` behind
/// `$sums`; between the instructions of each, four lines.
///
/// The names of the state's words turn instead of the words, among one register
/// more than words: a rotation's result goes to the one that is free.
macro_rules! four_rounds {
    ($kind:ident $f:ident $sums:ident $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident;
     [$at0:literal $($v0:expr),*] [$at1:literal $($v1:expr),*] [$at2:literal $($v2:expr),*] [$at3:literal $($v3:expr),*]) => {
        concat!(
            round!($kind $f $sums + $at0, $a $b $c $d $e $free $x $y [$($v0),*]),
            round!($kind $f $sums + $at1, $e $a $free $c $d $b $x $y [$($v1),*]),
            round!($kind $f $sums + $at2, $d $e $b $free $c $a $x $y [$($v2),*]),
            round!($kind $f $sums + $at3, $c $d $a $b $free $e $x $y [$($v3),*]),
        )
    };
}

/// A round: FIPS 180-4, 6.1.2, with one of the functions (4.1).
macro_rules! round {
    ($kind:ident $f:ident $sums:ident + $at:literal, $($names:ident)+ []) => {
        round!($kind $f $sums + $at, $($names)+ ["", "", "", ""])
    };
    (bmi choose $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(add $e, [$sums + $at]), "\n", i!(andn $y, $b, $d), "\n", $v0, "\n",
            i!(rorx $x, $a, 27), "\n", i!(rorx $free, $b, 2), "\n", $v1, "\n",
            i!(add $e, $y), "\n", i!(and $b, $c), "\n", $v2, "\n",
            i!(add $e, $b), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
    (bmi parity $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(rorx $x, $a, 27), "\n", i!(mov $y, $c), "\n", $v0, "\n",
            i!(xor $y, $d), "\n", i!(add $e, [$sums + $at]), "\n", $v1, "\n",
            i!(rorx $free, $b, 2), "\n", i!(xor $b, $y), "\n", $v2, "\n",
            i!(add $e, $b), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
    (bmi majority $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(mov $y, $c), "\n", i!(and $y, $d), "\n", i!(mov $x, $c), "\n", $v0, "\n",
            i!(add $e, [$sums + $at]), "\n", i!(xor $x, $d), "\n", i!(rorx $free, $b, 2), "\n", $v1, "\n",
            i!(and $b, $x), "\n", i!(add $e, $y), "\n", i!(add $e, $b), "\n", $v2, "\n",
            i!(rorx $x, $a, 27), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
    (base choose $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(add $e, [$sums + $at]), "\n", i!(mov $y, $c), "\n", i!(xor $y, $d), "\n", $v0, "\n",
            i!(mov $x, $a), "\n", i!(rol $x, 5), "\n", i!(mov $free, $b), "\n", $v1, "\n",
            i!(and $b, $y), "\n", i!(ror $free, 2), "\n", i!(xor $b, $d), "\n", $v2, "\n",
            i!(add $e, $b), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
    (base parity $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(mov $x, $a), "\n", i!(rol $x, 5), "\n", i!(mov $y, $c), "\n", $v0, "\n",
            i!(xor $y, $d), "\n", i!(add $e, [$sums + $at]), "\n", $v1, "\n",
            i!(mov $free, $b), "\n", i!(ror $free, 2), "\n", i!(xor $b, $y), "\n", $v2, "\n",
            i!(add $e, $b), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
    (base majority $sums:ident + $at:literal,
     $a:ident $b:ident $c:ident $d:ident $e:ident $free:ident $x:ident $y:ident
     [$v0:expr, $v1:expr, $v2:expr, $v3:expr]) => {
        concat!(
            i!(mov $y, $c), "\n", i!(and $y, $d), "\n", i!(mov $x, $c), "\n", $v0, "\n",
            i!(add $e, [$sums + $at]), "\n", i!(xor $x, $d), "\n", i!(mov $free, $b), "\n", i!(ror $free, 2), "\n", $v1, "\n",
            i!(and $b, $x), "\n", i!(add $e, $y), "\n", i!(add $e, $b), "\n", $v2, "\n",
            i!(mov $x, $a), "\n", i!(rol $x, 5), "\n", i!(add $e, $x), "\n", $v3, "\n",
        )
    };
}
pub(super) use {four_rounds, round};
