//! CPU features for inner loops, selected once at the top.
//!
//! The caller of a perft or a search detects the features once, with [`V3::detect`], and passes a [`Cpu`] value down.
//! Recursive code runs inside [`Cpu::run`]: the task and everything inlined into it is compiled for these features, with
//! no dispatch below. A value of [`V3`] exists only if the features were detected, which makes it sound to use them.
#![allow(unsafe_code, reason = "a function with target features may be called only where they exist")]

/// A set of CPU features.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;

    /// Runs a task compiled for these features.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work to be compiled for a [`Cpu`]. Mark `run` and everything it calls `#[inline(always)]`.
pub trait Task {
    /// Result of the work.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// No special features.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Cpu for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}

/// x86-64-v3: AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl V3 {
    /// Detects the features.
    pub fn detect() -> Option<V3> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(V3(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for V3 {
    const NAME: &'static str = "x86-64-v3";

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled_for_v3<T: Task>(task: T) -> T::Output {
            task.run()
        }
        // SAFETY: a V3 value is created only by `detect`, which checks all of these features.
        unsafe { compiled_for_v3(task) }
    }
}
