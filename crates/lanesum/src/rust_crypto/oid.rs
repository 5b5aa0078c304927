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
}
