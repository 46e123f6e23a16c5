//! On the host this program searches for the cases that take the most rounds, or counts the rounds of given cases. On a
//! microcontroller it counts instructions. The script `figures` runs both.

#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod count;
#[cfg(not(target_os = "none"))]
mod search;

#[cfg(not(target_os = "none"))]
fn main() {
    search::main();
}
