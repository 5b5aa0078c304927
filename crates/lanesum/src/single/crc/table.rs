//! By tables of the crate `crc`, sixteen bytes at a time: for CPUs without carry-less
//! multiplication.

use super::{Crc, Register};
use crc::Table;

static ISO_HDLC: crc::Crc<u32, Table<16>> = crc::Crc::<u32, Table<16>>::new(&crc::CRC_32_ISO_HDLC);
static CASTAGNOLI: crc::Crc<u32, Table<16>> = crc::Crc::<u32, Table<16>>::new(&crc::CRC_32_ISCSI);
static POSIX: crc::Crc<u32, Table<16>> = crc::Crc::<u32, Table<16>>::new(&crc::CRC_32_CKSUM);
static NVME: crc::Crc<u64, Table<16>> = crc::Crc::<u64, Table<16>>::new(&crc::CRC_64_NVME);

/// Adds bytes to a message.
pub(super) fn update(crc: Crc, register: Register, bytes: &[u8]) -> Register {
    // The crate has a message go on where it is told the first bits in the order of the
    // polynomial's; what it says in the end is inverted.
    let of_32_bits = |table: &crc::Crc<u32, Table<16>>, initial| {
        let mut digest = table.digest_with_initial(initial);
        digest.update(bytes);
        !digest.finalize()
    };
    match crc {
        Crc::IsoHdlc => of_32_bits(&ISO_HDLC, (register as u32).reverse_bits()).into(),
        Crc::Castagnoli => of_32_bits(&CASTAGNOLI, (register as u32).reverse_bits()).into(),
        Crc::Posix => Register::from(of_32_bits(&POSIX, (register >> 32) as u32)) << 32,
        Crc::Nvme => {
            let mut digest = NVME.digest_with_initial(register.reverse_bits());
            digest.update(bytes);
            !digest.finalize()
        }
    }
}
