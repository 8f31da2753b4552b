//! The memory of a process, as Linux tells it; the tool's benchmark and the soak read it
//! here too.

/// What a process (its number, or `self`) has of `field` in its status, in KiB: `VmRSS` is what it
/// holds, `VmHWM` the most that it ever held. Nothing where the system does not tell, or where the
/// process has ended.
pub(crate) fn memory(process: &str, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut fields = status.lines().filter_map(|line| line.split_once(':'));
    let (_, amount) = fields.find(|(name, _)| *name == field)?;
    amount.trim().strip_suffix("kB")?.trim().parse().ok()
}
