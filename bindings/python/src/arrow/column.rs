//! The messages in an array of binary or strings.

use super::raw::{Array, RawArray, RawSchema, Schema};
use std::ffi::{CStr, c_void};
use std::slice;

/// How an array lays out its values.
#[derive(Clone, Copy)]
enum Layout {
    /// Offsets of 32 bits into one buffer.
    Small,
    /// Of 64 bits.
    Large,
    /// 16 bytes each: a short value, or where a long one is in which buffer.
    View,
}

/// An array of messages.
pub(super) struct Column<'a> {
    layout: Layout,
    array: &'a RawArray,
    /// The first of its values that counts, and how many do.
    start: usize,
    len: usize,
}

impl<'a> Column<'a> {
    /// The column that an array is, or the only one of a table.
    ///
    /// # Errors
    ///
    /// What it is, if neither.
    pub(super) fn of(schema: &'a Schema, array: &'a Array) -> Result<Self, String> {
        let (schema, array) = (&schema.0, &array.0);
        let format = format(schema);
        let window = window(array)?;
        if format != b"+s" {
            return Self::plain(schema, array, window);
        }
        if schema.n_children != 1 || array.n_children != 1 {
            return Err(format!("expected one column, and the table has {}", schema.n_children));
        }
        if array.null_count != 0 {
            return Err("expected a column, and got a struct with nulls".to_owned());
        }
        // SAFETY: the interface has so many children there, which live as long.
        let (schema, child) = unsafe { (&**schema.children, &**array.children) };
        let (start, len) = window;
        let (child_start, child_len) = self::window(child)?;
        if start.checked_add(len).is_none_or(|end| end > child_len) {
            return Err("the column is shorter than its table".to_owned());
        }
        Self::plain(schema, child, (child_start + start, len))
    }

    fn plain(
        schema: &'a RawSchema,
        array: &'a RawArray,
        (start, len): (usize, usize),
    ) -> Result<Self, String> {
        let (layout, buffers) = match format(schema) {
            b"z" | b"u" => (Layout::Small, 3),
            b"Z" | b"U" => (Layout::Large, 3),
            b"vz" | b"vu" => (Layout::View, 3),
            other => {
                let other = String::from_utf8_lossy(other);
                return Err(format!("expected a column of binary or strings, and its format is '{other}'"));
            }
        };
        if !schema.dictionary.is_null() {
            return Err(
                "expected a column of binary or strings, and got a dictionary: decode it first".to_owned()
            );
        }
        if array.n_buffers < buffers || array.buffers.is_null() {
            return Err(format!("the array has {} buffers", array.n_buffers));
        }
        Ok(Self { layout, array, start, len })
    }

    fn buffer(&self, i: usize) -> *const c_void {
        // SAFETY: there are so many, which `plain` has checked of the first three, and
        // `view` of the others.
        unsafe { *self.array.buffers.add(i) }
    }

    /// `len` items of a buffer, from the first value that counts on. No item where the
    /// buffer is null, as it may be of an empty array.
    fn items<T>(&self, i: usize, len: usize) -> &'a [T] {
        let start = self.buffer(i).cast::<T>();
        if start.is_null() || len == 0 {
            return &[];
        }
        // SAFETY: the interface has the buffer hold an item for each value, and one more
        // offset, all of them aligned; they live as long as the array.
        unsafe { slice::from_raw_parts(start.add(self.start), len) }
    }

    fn is_null(&self, i: usize) -> bool {
        let bits = self.buffer(0).cast::<u8>();
        if self.array.null_count == 0 || bits.is_null() {
            return false;
        }
        let i = self.start + i;
        // SAFETY: there is a bit for each value.
        let byte = unsafe { *bits.add(i / 8) };
        byte >> (i % 8) & 1 == 0
    }

    /// How many messages there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds the messages to a list; None for a null.
    ///
    /// # Errors
    ///
    /// Which value lies nowhere.
    pub(super) fn messages(&self, messages: &mut Vec<Option<&'a [u8]>>) -> Result<(), String> {
        let offsets = self.len + 1;
        match self.layout {
            Layout::Small => {
                let offsets = self.items::<i32>(1, offsets).iter().map(|&offset| i64::from(offset));
                self.between(offsets, messages)
            }
            Layout::Large => self.between(self.items::<i64>(1, offsets).iter().copied(), messages),
            Layout::View => {
                for (i, view) in self.items::<[u8; 16]>(1, self.len).iter().enumerate() {
                    messages.push(self.view(i, view)?);
                }
                Ok(())
            }
        }
    }

    fn between(
        &self,
        mut offsets: impl Iterator<Item = i64>,
        messages: &mut Vec<Option<&'a [u8]>>,
    ) -> Result<(), String> {
        let bytes = self.buffer(2).cast::<u8>();
        let mut start = offsets.next().unwrap_or(0);
        for (i, end) in offsets.enumerate() {
            let len =
                usize::try_from(end - start).ok().filter(|&len| start >= 0 && (len == 0 || !bytes.is_null()));
            let len = len.ok_or_else(|| format!("value {i} goes from {start} to {end}"))?;
            messages.push((!self.is_null(i)).then(|| match len {
                0 => &[][..],
                // SAFETY: the interface has the bytes of every value in the buffer.
                _ => unsafe { slice::from_raw_parts(bytes.add(start as usize), len) },
            }));
            start = end;
        }
        Ok(())
    }

    fn view(&self, i: usize, view: &'a [u8; 16]) -> Result<Option<&'a [u8]>, String> {
        if self.is_null(i) {
            return Ok(None);
        }
        let number = |at: usize| i32::from_ne_bytes([view[at], view[at + 1], view[at + 2], view[at + 3]]);
        let wrong = || format!("value {i} lies nowhere");
        let len = usize::try_from(number(0)).map_err(|_| wrong())?;
        if len <= 12 {
            return Ok(Some(&view[4..4 + len]));
        }
        // The lengths of the variadic buffers are in the last one.
        let variadic = usize::try_from(self.array.n_buffers).unwrap_or(0).saturating_sub(3);
        let (place, start) = (usize::try_from(number(8)), usize::try_from(number(12)));
        let (Ok(place), Ok(start)) = (place, start) else { return Err(wrong()) };
        if place >= variadic {
            return Err(wrong());
        }
        let lens = self.buffer(2 + variadic).cast::<i64>();
        // SAFETY: there is a length for each of them.
        let room = if lens.is_null() { 0 } else { unsafe { *lens.add(place) } };
        if start.checked_add(len).is_none_or(|end| i64::try_from(end).map_or(true, |end| end > room)) {
            return Err(wrong());
        }
        // SAFETY: the buffer has so many bytes, as was checked just now.
        Ok(Some(unsafe { slice::from_raw_parts(self.buffer(2 + place).cast::<u8>().add(start), len) }))
    }
}

fn format(schema: &RawSchema) -> &[u8] {
    match schema.format.is_null() {
        true => b"",
        // SAFETY: C's text, which lives as long as the schema.
        false => unsafe { CStr::from_ptr(schema.format) }.to_bytes(),
    }
}

fn window(array: &RawArray) -> Result<(usize, usize), String> {
    match (usize::try_from(array.offset), usize::try_from(array.length)) {
        (Ok(start), Ok(len)) => Ok((start, len)),
        _ => Err(format!("an array of {} values from {} on", array.length, array.offset)),
    }
}
