//! The command line.

use clap::{Parser, ValueEnum};
use robot::input::Package;
use std::num::NonZero;
use std::path::PathBuf;

/// Checks a robot for self-collision along a trajectory or at random configurations.
///
/// Without arguments it checks the arm that comes with it. Links that are joined are neighbours and not checked.
#[derive(Debug, Parser)]
#[command(name = "robot")]
pub struct Options {
    /// A URDF file, a chain file (JSON), or a folder with one of them
    #[arg(value_name = "ROBOT")]
    pub robot: Option<PathBuf>,
    /// A trajectory: CSV, a column for each joint, a row for each step
    #[arg(value_name = "TRAJECTORY")]
    pub trajectory: Option<PathBuf>,
    /// Check N linear steps between each two rows of the trajectory
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "samples")]
    pub between: usize,
    /// Accept joint values outside the limits
    #[arg(long, conflicts_with = "samples")]
    pub ignore_limits: bool,
    /// Check N random configurations within the joint limits; 1000 where there is no trajectory
    #[arg(long, value_name = "N", conflicts_with = "trajectory")]
    pub samples: Option<NonZero<usize>>,
    /// The seed of the random configurations
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Leave out a pair of links; may be given several times
    #[arg(long, num_args = 2, value_names = ["LINK", "LINK"])]
    pub ignore: Vec<String>,
    /// Leave out the pairs of links that an SRDF file disables
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,
    /// Where a package of package://NAME/... lies; may be given several times
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    pub package: Vec<Package>,
    /// The scalar of the queries
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub scalar: Scalar,
    /// Prove all that lies between the steps of the trajectory free of collision, or say where it is not
    #[arg(long, conflicts_with_all = ["samples", "csv", "gradient", "brute", "cold"])]
    pub swept: bool,
    /// Print a row for each step below the summary; with --swept, for each segment between steps
    #[arg(long)]
    pub steps: bool,
    /// Print such rows, and beneath each how the distance changes with each joint
    #[arg(long)]
    pub gradient: bool,
    /// Write a row for each step to a CSV file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Use N threads; 0 for one on each core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Solve every pair to the end, without shortcuts; with --cold the answers are the same, else to rounding
    #[arg(long)]
    pub brute: bool,
    /// Begin every query anew, not where the one of the step before ended; the answers are the same to rounding
    #[arg(long)]
    pub cold: bool,
    /// Exit with code 1 if a step is in collision, or a segment not proven free
    #[arg(long)]
    pub fail_on_collision: bool,
}

impl Options {
    /// Are there rows to print, beside the summary?
    pub fn has_rows(&self) -> bool {
        self.steps || self.gradient
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Scalar {
    F32,
    F64,
}

fn package(text: &str) -> Result<Package, String> {
    let (name, directory) = text.split_once('=').ok_or("it must read NAME=DIR")?;
    Ok(Package { name: name.into(), directory: directory.into() })
}
