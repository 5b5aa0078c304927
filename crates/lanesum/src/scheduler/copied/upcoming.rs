//! What is read next, and is prefetched meanwhile.

/// How far messages are prefetched that are to be copied: up to a message, and a place in it.
pub(super) struct Upcoming {
    message: usize,
    at: *const u8,
}

impl Upcoming {
    pub(super) fn new() -> Self {
        Self { message: 0, at: core::ptr::null() }
    }

    /// Begins with a message, unless it is prefetched already.
    pub(super) fn from<'a>(&mut self, message: usize, bytes: impl Fn(usize) -> &'a [u8]) {
        if self.at.is_null() || self.message < message {
            *self = Self { message, at: bytes(message).as_ptr() };
        }
    }

    /// Where the next `len` bytes are that messages before `end` have, and, where those lie
    /// behind each other, what they have in the same bytes. None, where all are prefetched.
    pub(super) fn next<'a>(
        &mut self,
        len: usize,
        end: usize,
        bytes: impl Fn(usize) -> &'a [u8],
    ) -> Option<*const u8> {
        if self.message >= end {
            return None;
        }
        let start = self.at;
        self.at = start.wrapping_add(len);
        while self.message < end {
            let bytes = bytes(self.message);
            let from = bytes.as_ptr().addr().wrapping_sub(start.addr());
            if !bytes.is_empty() && from.wrapping_add(bytes.len()) > len {
                let begun = from.wrapping_neg() < bytes.len();
                if from > len && !begun {
                    self.at = bytes.as_ptr();
                }
                break;
            }
            self.message += 1;
        }
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte is prefetched, and once where messages lie behind each other.
    #[test]
    fn all_bytes() {
        let room = [0; 2000];
        let lie = |at: usize, len: usize| &room[at..at + len];
        // Behind each other, elsewhere, nothing, before what was there, and long.
        let messages =
            [lie(0, 100), lie(100, 30), lie(130, 500), lie(900, 64), lie(5, 0), lie(700, 1), lie(1000, 900)];
        let (mut upcoming, mut found) = (Upcoming::new(), [0; 3000]);
        upcoming.from(0, |i| messages[i]);
        assert_eq!((upcoming.message, upcoming.at), (0, room.as_ptr()));
        // From the first message on, which none is before.
        for _ in 0..room.len() {
            let Some(from) = upcoming.next(64, messages.len(), |i| messages[i]) else { break };
            let at = from.addr() - room.as_ptr().addr();
            found[at..at + 64].iter_mut().for_each(|times| *times += 1);
        }
        assert_eq!(upcoming.message, messages.len());
        for message in messages {
            let at = message.as_ptr().addr() - room.as_ptr().addr();
            assert!(found[at..at + message.len()].iter().all(|&times| times > 0), "message at {at}");
        }
        assert!(found[..630].iter().all(|&times| times == 1));
    }
}
