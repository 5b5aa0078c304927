//! The commands that this binary can be.

mod b3sum;
mod bao;
mod check;
mod gnu;
mod links;
mod many;
mod messages;
mod names;
mod place;
mod precise;
mod printing;
mod random;
mod streams;
mod system;
