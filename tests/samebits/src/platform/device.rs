//! Programs on bare machines, which communicate with the host by semihosting.

#[cfg(target_arch = "arm")]
use cortex_m_rt as _;
#[cfg(target_arch = "riscv32")]
use riscv_rt as _;

use crate::number::Number;
use crate::{Request, run};
use core::fmt;
use core::panic::PanicInfo;
use semihosting::experimental::env;
use semihosting::io::{self, Write};
use semihosting::{eprintln, process};

/// The largest length of the arguments.
const ARGUMENTS: usize = 128;

/// The standard output of the host.
struct Output(io::Stdout);

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_all(text.as_bytes()).map_err(|_| fmt::Error)
    }
}

pub fn main<S: Number>() -> ! {
    let arguments = env::args::<ARGUMENTS>().expect("there is a host, and room for the arguments");
    let request = Request::parse(arguments.skip(1).map_while(Result::ok)).expect("the arguments make sense");
    let mut out = Output(io::stdout().expect("there is a standard output"));
    process::exit(run::<S>(request, &mut out).is_err().into())
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    eprintln!("{info}");
    process::exit(101)
}
