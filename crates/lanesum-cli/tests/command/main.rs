//! The command, run as its users run it, and under the names of other commands.

mod about;
mod audit;
mod bao;
mod check;
mod dropin;
mod failures;
mod functions;
mod hash;
mod large;
mod limits;
mod own;
mod replace;
mod select;
mod support;
mod terminal;
mod update;
mod verify;
mod walk;
