//! What all types have, those under a key too: each holds a message so far, of an algorithm
//! that does not change.

/// `hasher_traits!([T: Bound] Type<T>)`: the traits of a type whose first field is a hasher, or
/// [`Typed`](super::typed::Typed).
macro_rules! hasher_traits {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> digest::Update for $type {
            #[inline]
            fn update(&mut self, piece: &[u8]) {
                self.0.update(piece);
            }
        }

        impl<$($generics)*> digest::FixedOutput for $type {
            #[inline]
            fn finalize_into(self, out: &mut digest::Output<Self>) {
                self.0.finalize_to(out);
            }
        }

        impl<$($generics)*> digest::Reset for $type {
            #[inline]
            fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<$($generics)*> digest::FixedOutputReset for $type {
            #[inline]
            fn finalize_into_reset(&mut self, out: &mut digest::Output<Self>) {
                self.0.finalize_to(out);
                self.0.reset();
            }
        }

        impl<$($generics)*> core::fmt::Debug for $type {
            /// The algorithm and the length; not the state, which may be secret.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.0.fmt(f)
            }
        }

        #[cfg(feature = "std")]
        impl<$($generics)*> std::io::Write for $type {
            /// Adds a piece: never an error, and never less than all.
            fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
                self.0.update(piece);
                Ok(piece.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
}
pub(super) use hasher_traits;
