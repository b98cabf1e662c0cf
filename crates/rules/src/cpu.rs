//! Which machine instructions the inner loops may use, chosen once, at the root.
//!
//! Whoever starts a count or a search asks the machine once, by [`V3::detect`], and hands a [`Cpu`] value down. Code
//! that recurses does so through [`Cpu::run`]: the task and everything inlined into it is then compiled for that
//! processor, so nothing is looked up again on the way. A value of [`V3`] exists only where its instructions were
//! found, which is what makes it sound for a game to rely on them.
#![allow(
    unsafe_code,
    reason = "a function compiled for more instructions may be called only where they exist"
)]

/// A family of processors.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// Its name, for reports.
    const NAME: &'static str;

    /// Runs a task compiled for this family.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work to be done on one family of processors. Mark `run`, and what it calls, `#[inline(always)]`.
pub trait Task {
    /// What the work yields.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Cpu for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}

/// An x86-64 with 256-bit integers and bit manipulation (the level called v3).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl V3 {
    /// The token, if this machine has the instructions.
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
        // SAFETY: a V3 comes only out of `detect`, which found all of these instructions.
        unsafe { compiled_for_v3(task) }
    }
}
