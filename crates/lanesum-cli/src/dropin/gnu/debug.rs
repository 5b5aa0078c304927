//! `cksum --debug`: which instructions compute the CRC.

use crate::dropin::voice::Voice;
use std::sync::Once;

/// A way to compute it: what GNU calls it, what glibc calls what it needs, and
/// whether this CPU has that.
type Way = (&'static str, &'static str, fn() -> bool);

/// From the fastest to the slowest.
#[cfg(target_arch = "x86_64")]
const WAYS: &[Way] = &[
    ("avx512", "AVX512F", || is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("vpclmulqdq")),
    ("avx2", "AVX2", || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("vpclmulqdq")),
    ("pclmul", "AVX", || is_x86_feature_detected!("avx") && is_x86_feature_detected!("pclmulqdq")),
];
#[cfg(target_arch = "aarch64")]
const WAYS: &[Way] = &[("vmull", "PMULL", || std::arch::is_aarch64_feature_detected!("pmull"))];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const WAYS: &[Way] = &[];

/// Says it of the CRC of POSIX, once.
pub(super) fn say(voice: &Voice) {
    static SAID: Once = Once::new();
    SAID.call_once(|| say_first(voice, WAYS));
}

/// Says it of the CRC of gzip: for each file, as GNU does, who has one way to
/// compute it beside the ordinary one.
pub(super) fn say_crc32b(voice: &Voice) {
    let pclmul = WAYS.iter().position(|(name, ..)| *name == "pclmul");
    say_first(voice, pclmul.map_or(&[], |i| &WAYS[i..=i]));
}

/// Says which of the ways is the first that this CPU has, and which it has not.
fn say_first(voice: &Voice, ways: &[Way]) {
    let tunables = std::env::var_os("GLIBC_TUNABLES").unwrap_or_default();
    let tunables = tunables.to_string_lossy();
    for (name, needs, detected) in ways {
        if detected() && is_allowed(&tunables, needs) {
            return voice.say(&voice.plain(format!("using {name} hardware support")));
        }
        voice.say(&voice.plain(format!("{name} support not detected")));
    }
}

/// Whether glibc's tunables leave an instruction set to its programs.
fn is_allowed(tunables: &str, needs: &str) -> bool {
    let hwcaps = tunables.split(':').filter_map(|tunable| tunable.strip_prefix("glibc.cpu.hwcaps="));
    !hwcaps.flat_map(|hwcaps| hwcaps.split(',')).any(|hwcap| hwcap.strip_prefix('-') == Some(needs))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn tunables() {
        let tunables = "glibc.malloc.check=1:glibc.cpu.hwcaps=-AVX512F,AVX2,-AVX:x=-PMULL";
        assert!(!is_allowed(tunables, "AVX512F") && !is_allowed(tunables, "AVX"));
        assert!(is_allowed(tunables, "AVX2") && is_allowed(tunables, "PMULL") && is_allowed("", "AVX"));
    }
}
