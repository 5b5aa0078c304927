//! By tables of the crate `crc`, sixteen bytes at a time: for CPUs without carry-less
//! multiplication.

use super::{Crc, Register};
use crate::host::OnceBox;
use alloc::boxed::Box;
use crc::Table;

type Crc32 = crc::Crc<u32, Table<16>>;
type Crc64 = crc::Crc<u64, Table<16>>;

// Made when they are used: few CPUs need them. In a program they were 80 KB, of which a loader
// wrote to five pages at each start.
static ISO_HDLC: OnceBox<Crc32> = OnceBox::new();
static CASTAGNOLI: OnceBox<Crc32> = OnceBox::new();
static POSIX: OnceBox<Crc32> = OnceBox::new();
static NVME: OnceBox<Crc64> = OnceBox::new();

/// Adds bytes to a message.
pub(super) fn update(crc: Crc, register: Register, bytes: &[u8]) -> Register {
    // The crate has a message go on where it is told the first bits in the order of the
    // polynomial's; what it says in the end is inverted.
    let of_32_bits = |table: &'static OnceBox<Crc32>, algorithm, initial| {
        let table = table.get_or_init(|| Box::new(Crc32::new(algorithm)));
        let mut digest = table.digest_with_initial(initial);
        digest.update(bytes);
        !digest.finalize()
    };
    match crc {
        Crc::IsoHdlc => of_32_bits(&ISO_HDLC, &crc::CRC_32_ISO_HDLC, (register as u32).reverse_bits()).into(),
        Crc::Castagnoli => {
            of_32_bits(&CASTAGNOLI, &crc::CRC_32_ISCSI, (register as u32).reverse_bits()).into()
        }
        Crc::Posix => Register::from(of_32_bits(&POSIX, &crc::CRC_32_CKSUM, (register >> 32) as u32)) << 32,
        Crc::Nvme => {
            let table = NVME.get_or_init(|| Box::new(Crc64::new(&crc::CRC_64_NVME)));
            let mut digest = table.digest_with_initial(register.reverse_bits());
            digest.update(bytes);
            !digest.finalize()
        }
    }
}
