//! The object identifiers of hashes, which signatures name them by.

use digest::const_oid::{AssociatedOid, ObjectIdentifier};

macro_rules! oids {
    ($($type:ident $oid:literal)+) => {
        $(impl AssociatedOid for crate::$type {
            const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap($oid);
        })+
    };
}

oids! {
    // RFC 8017, appendix B.1.
    Md5 "1.2.840.113549.2.5"
    Sha1 "1.3.14.3.2.26"
    Sha224 "2.16.840.1.101.3.4.2.4"
    Sha256 "2.16.840.1.101.3.4.2.1"
    Sha384 "2.16.840.1.101.3.4.2.2"
    Sha512 "2.16.840.1.101.3.4.2.3"
    Sha512_224 "2.16.840.1.101.3.4.2.5"
    Sha512_256 "2.16.840.1.101.3.4.2.6"
    // NIST, Computer Security Objects Register: hash algorithms.
    Sha3_224 "2.16.840.1.101.3.4.2.7"
    Sha3_256 "2.16.840.1.101.3.4.2.8"
    Sha3_384 "2.16.840.1.101.3.4.2.9"
    Sha3_512 "2.16.840.1.101.3.4.2.10"
    Shake128 "2.16.840.1.101.3.4.2.11"
    Shake256 "2.16.840.1.101.3.4.2.12"
    // GM/T 0006-2012.
    Sm3 "1.2.156.10197.1.401"
}
