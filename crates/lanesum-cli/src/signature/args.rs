//! What commands can be told of signatures.

use super::sign::Signer;
use super::verify::Signers;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct SignArgs {
    /// Sign the manifest with the key in KEY. ssh-keygen writes MANIFEST.sig with a key of
    /// its own (a public one, if the agent has the private one), minisign writes
    /// MANIFEST.minisig. Those programs sign, and ask for passphrases
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
}

impl SignArgs {
    /// Who signs, if it is to be signed.
    pub(crate) fn signer(&self) -> Result<Option<Signer>> {
        self.sign.as_deref().map(Signer::new).transpose()
    }
}

#[derive(Args, Debug)]
pub(crate) struct SignersArgs {
    /// Read a manifest only if its signature is good, and made by a key in FILE: an
    /// allowed_signers file as ssh-keygen reads it (namespace lanesum) for MANIFEST.sig, or
    /// a public key of minisign for MANIFEST.minisig
    #[arg(long, value_name = "FILE")]
    verify_signature: Option<PathBuf>,

    /// Accept only the signature of this allowed signer
    #[arg(long, value_name = "NAME", requires = "verify_signature")]
    signer: Option<String>,

    /// Refuse a signed manifest that is older than generation N. Each `lanesum update` adds
    /// one to the generation, which the signature covers. Without this option an old
    /// manifest passes with its old signature
    #[arg(long, value_name = "N", requires = "verify_signature")]
    min_generation: Option<u64>,
}

impl SignersArgs {
    /// Whose signatures are good, if any are asked for.
    pub(crate) fn signers(&self) -> Result<Option<Signers>> {
        let read = |path| Signers::read(path, self.signer.as_deref(), self.min_generation);
        self.verify_signature.as_deref().map(read).transpose()
    }
}
