//! What options must not be together, or alone.

use super::{Given, Loudness, Refusal};
use crate::dropin::gnu::length::Length;
use crate::dropin::gnu::tool::{Family, Tool, Type};
use crate::dropin::voice::Voice;

impl Given {
    /// Checks what was given, and says which hash is meant.
    pub(super) fn check_together(
        &self,
        tool: &Tool,
        operands: usize,
        voice: &Voice,
    ) -> Result<Type, Refusal> {
        let kind = self.kind.unwrap_or(tool.kind);
        self.check_length(kind, voice)?;
        if self.check
            && tool.family == Family::Cksum
            && matches!(self.kind, Some(Type::One(hash)) if hash.is_number())
        {
            let what = "--check is not supported with --algorithm={bsd,sysv,crc,crc32b}";
            return Err(Refusal::one(voice, what));
        }
        self.check_usage(tool).map_err(|what| Refusal::usage(voice, what))?;
        if self.raw && operands > 1 {
            return Err(Refusal::one(voice, "the --raw option is not supported with multiple files"));
        }
        Ok(kind)
    }

    /// What is answered with a word about `--help`.
    fn check_usage(&self, tool: &Tool) -> Result<(), String> {
        let tagged = self.tag.unwrap_or(tool.family == Family::Cksum);
        let text = tagged && self.binary == Some(false);
        let refused = |what: &str| Err(what.to_owned());
        let refused_text = || {
            refused(match tool.family {
                Family::Cksum => "--text mode is only supported with --untagged",
                Family::Digest | Family::Sum => "--tag does not support --text mode",
            })
        };
        if self.base64 && self.raw {
            return refused("--base64 and --raw are mutually exclusive");
        }
        // Behind --tag it is wrong at once; before it, only if nothing else is.
        if text && !self.tag_is_last {
            return refused_text();
        }
        if self.zero && self.check {
            return refused("the --zero option is not supported when verifying checksums");
        }
        if self.tag == Some(true) && self.check {
            return refused("the --tag option is meaningless when verifying checksums");
        }
        if self.binary.is_some() && self.check {
            return refused("the --binary and --text options are meaningless when verifying checksums");
        }
        let only_checking = [
            (self.ignore_missing, "ignore-missing"),
            (self.loudness == Loudness::Status, "status"),
            (self.loudness == Loudness::Warn, "warn"),
            (self.loudness == Loudness::Quiet, "quiet"),
            (self.strict, "strict"),
        ];
        match only_checking.into_iter().find(|&(given, _)| given && !self.check) {
            None if text => refused_text(),
            None => Ok(()),
            Some((_, name)) => {
                Err(format!("the --{name} option is meaningful only when verifying checksums"))
            }
        }
    }

    fn check_length(&self, kind: Type, voice: &Voice) -> Result<(), Refusal> {
        let invalid = |length: &Length, what: &[u8]| {
            let invalid = voice.plain([&b"invalid length: "[..], &voice.quoted(length.text())].concat());
            Err(Refusal([invalid, voice.plain(what)].concat()))
        };
        match (kind, &self.length) {
            (Type::Sha2 | Type::Sha3, Some(length))
                if !matches!(length.bits(), Some(224 | 256 | 384 | 512)) =>
            {
                let what = [
                    &b"digest length for "[..],
                    &voice.quoted(kind.label().as_bytes()),
                    b" must be 224, 256, 384, or 512",
                ];
                invalid(length, &what.concat())
            }
            (Type::Sha2 | Type::Sha3, None) if !self.check => {
                let what = "requires specifying --length 224, 256, 384, or 512";
                Err(Refusal::one(voice, format!("--algorithm={} {what}", self.kind_name)))
            }
            (Type::One(_), Some(length)) if !length.is_zero() => {
                Err(Refusal::one(voice, "--length is only supported with --algorithm blake2b, sha2, or sha3"))
            }
            (Type::Blake2b, Some(length)) if length.bits().is_none_or(|bits| bits > 512) => {
                let name = voice.quoted(b"BLAKE2b");
                invalid(length, &[&b"maximum digest length for "[..], &name, b" is 512 bits"].concat())
            }
            (Type::Blake2b, Some(length)) if length.bits().is_some_and(|bits| bits % 8 != 0) => {
                invalid(length, b"length is not a multiple of 8")
            }
            _ => Ok(()),
        }
    }
}
