//! Keys and states are overwritten where they lay: the feature `zeroize`.
//!
//! With it a type wipes its own secrets when a value of it is dropped, and a
//! vector that grows wipes the memory that it gives back. Without it nothing
//! here does anything.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

#[cfg(feature = "zeroize")]
pub(crate) use zeroize::Zeroize as Wipe;

/// What can be wiped: anything, where nothing is.
#[cfg(not(feature = "zeroize"))]
pub(crate) trait Wipe {}

#[cfg(not(feature = "zeroize"))]
impl<T: ?Sized> Wipe for T {}

/// Wipes what was secret, and is not needed any more.
#[inline]
pub(crate) fn wipe(_secret: &mut (impl Wipe + ?Sized)) {
    #[cfg(feature = "zeroize")]
    _secret.zeroize();
}

/// A value that can be copied, in a place where it is wiped.
#[derive(Clone)]
pub(crate) struct Wiped<T: Wipe>(pub(crate) T);

impl<T: Wipe> Deref for Wiped<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe + fmt::Debug> fmt::Debug for Wiped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "zeroize")]
impl<T: Wipe> Drop for Wiped<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// [`Vec::reserve`], which leaves no copy of the items where they were.
#[inline]
pub(crate) fn reserve<T: Copy>(items: &mut Vec<T>, more: usize)
where
    Vec<T>: Wipe,
{
    if cfg!(feature = "zeroize") {
        let least = items.len() + more;
        if least > items.capacity() {
            grow(items, least.max(2 * items.capacity()));
        }
    } else {
        items.reserve(more);
    }
}

/// [`Vec::reserve_exact`], which leaves no copy of the items where they were.
#[inline]
pub(crate) fn reserve_exact<T: Copy>(items: &mut Vec<T>, more: usize)
where
    Vec<T>: Wipe,
{
    if cfg!(feature = "zeroize") {
        let least = items.len() + more;
        if least > items.capacity() {
            grow(items, least);
        }
    } else {
        items.reserve_exact(more);
    }
}

/// Moves the items to a room for `capacity` of them.
fn grow<T: Copy>(items: &mut Vec<T>, capacity: usize)
where
    Vec<T>: Wipe,
{
    let mut larger = Vec::with_capacity(capacity);
    larger.extend_from_slice(items);
    wipe(items);
    *items = larger;
}

/// Wipes these fields of a type's values when they are dropped. A field that is
/// left out wipes itself, or is no secret.
macro_rules! wipe_on_drop {
    ([$($generics:tt)*] $type:ty { $($field:tt),* }) => {
        #[cfg(feature = "zeroize")]
        impl<$($generics)*> Drop for $type {
            fn drop(&mut self) {
                $($crate::wipe::wipe(&mut self.$field);)*
            }
        }

        wipe_on_drop!([$($generics)*] $type);
    };
    // All fields wipe themselves.
    ([$($generics:tt)*] $type:ty) => {
        #[cfg(feature = "zeroize")]
        impl<$($generics)*> zeroize::ZeroizeOnDrop for $type {}
    };
}

/// Lets whoever holds a value that can be copied wipe it: these fields of it.
macro_rules! wipe_by_hand {
    ($type:ty { $($field:tt),* }) => {
        #[cfg(feature = "zeroize")]
        impl zeroize::Zeroize for $type {
            fn zeroize(&mut self) {
                $(self.$field.zeroize();)*
            }
        }
    };
}

pub(crate) use {wipe_by_hand, wipe_on_drop};
