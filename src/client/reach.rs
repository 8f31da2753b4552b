//! From where an address can be reached: this machine, a network of its own, or the internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

/// What a host leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Reach {
    /// The internet, or a name that was not looked up.
    Internet,
    ThisMachine,
    /// A network that is no part of the internet.
    Private,
    /// A name without a dot, which is known in one network only, and not looked up.
    Local,
    LinkLocal,
    /// No address of one host: multicast, reserved, for documentation.
    Special,
}

/// What `localhost` and all names below it mean, whatever a resolver says of them (RFC 6761,
/// section 6.3).
pub(super) const LOOPBACK: [SocketAddr; 2] = [
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

impl Reach {
    /// What a URL shows of it.
    pub(crate) fn of_url(url: &Url) -> Self {
        match url.host() {
            Some(Host::Domain(name)) if is_localhost(name) => Self::ThisMachine,
            Some(Host::Domain(name)) if !without_root(name).contains('.') => Self::Local,
            Some(Host::Domain(_)) | None => Self::Internet,
            Some(Host::Ipv4(address)) => Self::of_v4(address),
            Some(Host::Ipv6(address)) => Self::of_v6(address),
        }
    }

    /// What addresses of one name have in common: the first that is not of the internet speaks for
    /// all.
    pub(super) fn of_all(addresses: &[SocketAddr]) -> Self {
        let mut reaches = addresses.iter().map(|address| Self::of(address.ip()));
        reaches
            .find(|reach| *reach != Self::Internet)
            .unwrap_or(Self::Internet)
    }

    pub(super) fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => Self::of_v6(address),
        }
    }

    /// As the registries of special-purpose addresses have it (RFC 6890).
    fn of_v4(address: Ipv4Addr) -> Self {
        match address.octets() {
            [127, ..] => Self::ThisMachine,
            [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => Self::Private,
            [169, 254, ..] => Self::LinkLocal,
            [0 | 224.., ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _] => Self::Special,
            _ => Self::Internet,
        }
    }

    fn of_v6(address: Ipv6Addr) -> Self {
        if let Some(address) = address.to_ipv4_mapped() {
            return Self::of_v4(address);
        }
        match address.segments() {
            [0, 0, 0, 0, 0, 0, 0, 1] => Self::ThisMachine,
            [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] => Self::Private,
            [0xfe80..=0xfebf, ..] => Self::LinkLocal,
            [0x2001, 0..=0x01ff | 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..] => Self::Special,
            // Who translates is not this machine.
            _ if embedded(address).any(|inner| Self::of_v4(inner) != Self::Internet) => {
                Self::Special
            }
            [0x64, 0xff9b, 0, 0, 0, 0, ..] | [0x2000..=0x3fff, ..] => Self::Internet,
            _ => Self::Special,
        }
    }
}

/// The addresses that others make of one: by translation (RFC 6052) or tunnels (RFC 3056 and, in
/// any network, RFC 5214).
fn embedded(address: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> {
    let joined = |high: u16, low: u16| Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    let segments = address.segments();
    let of_network = match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => Some(joined(high, low)),
        _ => None,
    };
    let of_interface = match segments {
        [_, _, _, _, 0 | 0x0200, 0x5efe, high, low] => Some(joined(high, low)),
        _ => None,
    };
    of_network.into_iter().chain(of_interface)
}

/// Whether this is a name of this machine: one that means nothing else, or that systems have for
/// it in their lists of hosts. Names that URLs and resolvers hold are in lower case.
pub(super) fn is_localhost(name: &str) -> bool {
    let name = without_root(name);
    name.ends_with(".localhost")
        || matches!(
            name,
            "localhost"
                | "localhost4"
                | "localhost6"
                | "localhost.localdomain"
                | "localhost4.localdomain4"
                | "localhost6.localdomain6"
                | "ip6-localhost"
                | "ip6-loopback"
        )
}

pub(super) fn without_root(name: &str) -> &str {
    name.trim_end_matches('.')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_their_reach() {
        use Reach::{Internet, LinkLocal, Local, Private, Special, ThisMachine};
        for (hosts, expected) in [
            (
                "8.8.8.8 172.32.0.1 100.128.0.1 192.0.3.1 223.255.255.255",
                Internet,
            ),
            (
                "[2606:4700::1] [64:ff9b::808:808] [2002:808:808::1] a.test",
                Internet,
            ),
            (
                "[2000::1] [3ffe::1] [3fff:1000::1] [2001:200::1] [2001:db9::1] [2600::5efe:808:808]",
                Internet,
            ),
            ("127.0.0.1 127.9.9.9 2130706433 0x7f.1 [::1]", ThisMachine),
            (
                "localhost LOCALHOST localhost. a.localhost a.b.localhost.",
                ThisMachine,
            ),
            (
                "localhost.. localhost.localdomain localhost6 ip6-localhost ip6-loopback.",
                ThisMachine,
            ),
            ("intranet intranet. storage..", Local),
            ("[::ffff:127.0.0.1]", ThisMachine),
            ("10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1", Private),
            (
                "100.64.0.1 100.127.255.255 [fc00::1] [fd12::1] [fec0::1]",
                Private,
            ),
            ("[::ffff:10.0.0.1]", Private),
            (
                "169.254.169.254 [fe80::1] [febf::1] [::ffff:169.254.169.254]",
                LinkLocal,
            ),
            (
                "0.0.0.0 0.1.2.3 224.0.0.1 255.255.255.255 198.18.0.1",
                Special,
            ),
            (
                "192.0.2.1 198.51.100.1 203.0.113.1 192.0.0.8 240.0.0.1",
                Special,
            ),
            (
                "192.88.99.1 [64:ff9b:1::a00:1] [64:ff9b:1::808:808] [2001::1] [2001:1ff::1]",
                Special,
            ),
            (
                "[3fff::1] [3fff:fff::1] [5f00::1] [4000::1] [100:0:0:1::1] [1fff::1]",
                Special,
            ),
            (
                "[2600::5efe:7f00:1] [2600::200:5efe:a00:1] [2002:808:808::5efe:7f00:1]",
                Special,
            ),
            (
                "[::] [ff02::1] [2001:db8::1] [100::1] [::7f00:1] [64:ff9b::7f00:1] [2002:a00:1::]",
                Special,
            ),
        ] {
            for host in hosts.split(' ') {
                let url = Url::parse(&format!("https://{host}/")).unwrap();
                assert_eq!(Reach::of_url(&url), expected, "{host}");
            }
        }
    }
}
