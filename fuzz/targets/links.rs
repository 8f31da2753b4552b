//! Links to bundles, on the first line, and where their hosts redirect to, on the others: never to
//! a less safe place, nor shown.

#![no_main]

use l10n_client::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut lines = data.split(|byte| *byte == b'\n');
    let first = lines.next().and_then(|line| std::str::from_utf8(line).ok());
    let Some(first) = first else { return };
    for address in fuzzing::follow(first, lines) {
        let loopback = [
            "http://127.",
            "http://localhost",
            "http://ip6-localhost",
            "http://ip6-loopback",
            "http://[::1]",
            "http://[::ffff:7f",
        ];
        let is_safe = address.starts_with("https://")
            || loopback.iter().any(|host| address.starts_with(host))
            || address.contains(".localhost");
        assert!(is_safe, "{address}");
    }
});
