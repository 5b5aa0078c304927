//! What is read next, and is prefetched meanwhile.

/// How far messages are prefetched that are to be copied.
pub(super) struct Upcoming {
    /// Where that goes on, and where the messages end that lie there, one behind the other.
    at: *const u8,
    end: *const u8,
    /// The first message behind those.
    message: usize,
}

impl Upcoming {
    pub(super) fn new() -> Self {
        Self { at: core::ptr::null(), end: core::ptr::null(), message: 0 }
    }

    /// Leaves out what lies before a message, and finds out how far messages before `limit` lie
    /// one behind the other from there.
    #[inline(always)]
    pub(super) fn begin<'a>(&mut self, message: usize, limit: usize, bytes: impl Fn(usize) -> &'a [u8]) {
        let start = bytes(message).as_ptr();
        if self.message <= message {
            *self = Self { at: start, end: start, message };
        } else if self.at < start && start < self.end {
            self.at = start;
        }
        self.join(limit, bytes);
    }

    /// Goes on over messages that lie one behind the other. All at once, for where messages end
    /// is what no CPU foresees.
    #[inline(always)]
    fn join<'a>(&mut self, limit: usize, bytes: impl Fn(usize) -> &'a [u8]) {
        while self.message < limit && bytes(self.message).as_ptr() == self.end {
            self.end = self.end.wrapping_add(bytes(self.message).len());
            self.message += 1;
        }
    }

    /// Where the next `len` bytes are that messages before `limit` have, and, where those lie
    /// behind each other, what they have in the same bytes. None, where all are prefetched.
    #[inline(always)]
    pub(super) fn next<'a>(
        &mut self,
        len: usize,
        limit: usize,
        bytes: impl Fn(usize) -> &'a [u8],
    ) -> Option<*const u8> {
        while self.at >= self.end {
            if self.message >= limit {
                return None;
            }
            self.at = bytes(self.message).as_ptr();
            self.end = self.at;
            self.join(limit, &bytes);
        }
        let start = self.at;
        self.at = start.wrapping_add(len);
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
        upcoming.begin(0, messages.len(), |i| messages[i]);
        assert_eq!((upcoming.message, upcoming.at), (3, room.as_ptr()));
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
