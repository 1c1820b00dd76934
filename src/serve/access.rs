//! Who may do what: roles, one-time codes, cookies, and the checks that keep other pages and names out.
//!
//! In: a request's address, headers and cookie. Out: a role, or the status to refuse it with. A person at this machine is the referee; from
//! another, one of the printed codes is exchanged for a cookie. Time is an argument.

use axum::http::{HeaderMap, StatusCode};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What somebody may do (C.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Rules.
    Referee,
    /// Looks and leaves notes when the referee allows it.
    Assistant,
    /// Looks when the referee allows it.
    Viewer,
}

/// Every role, in the order in which codes are printed.
pub const ROLES: [Role; 3] = [Role::Referee, Role::Assistant, Role::Viewer];
/// Letters of a code: none looks like another.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Letters in a code: 50 bits.
const CODE_LETTERS: usize = 10;
/// The cookie's name.
pub const COOKIE: &str = "slapsight";

/// A kind of request that is counted for itself: how many at once, how many a second after that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Frames and figures.
    Look,
    /// Whatever writes.
    Write,
    /// Codes tried.
    Code,
}

impl Counted {
    fn limit(self) -> (f64, f64) {
        match self {
            Counted::Look => (1200.0, 400.0),
            Counted::Write => (40.0, 4.0),
            Counted::Code => (5.0, 0.1),
        }
    }
}

/// Is told a role and its code.
pub type Tell = Box<dyn Fn(Role, &str) + Send + Sync>;

/// Codes, cookies and counters.
pub struct Access {
    codes: Mutex<Vec<(String, Role)>>,
    cookies: Mutex<HashMap<String, Role>>,
    spent: Mutex<HashMap<(IpAddr, Counted), (f64, Instant)>>,
    /// A code that was used is replaced; the new one is told here.
    say: Tell,
}

impl Access {
    /// Makes a code for each role when `codes`; each is told through `say`.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn new(codes: bool, say: Tell) -> Result<Access, getrandom::Error> {
        let access = Access { codes: Mutex::default(), cookies: Mutex::default(), spent: Mutex::default(), say };
        if codes {
            ROLES.into_iter().try_for_each(|role| access.add_code(role))?;
        }
        Ok(access)
    }

    fn add_code(&self, role: Role) -> Result<(), getrandom::Error> {
        let code = random(CODE_LETTERS)?;
        (self.say)(role, &code);
        lock(&self.codes).push((code, role));
        Ok(())
    }

    /// Exchanges a code for a cookie's value. The code is gone then, and another is told.
    pub fn exchange(&self, code: &str) -> Option<(Role, String)> {
        let code: String = code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
        let role = {
            let mut codes = lock(&self.codes);
            let place = codes.iter().position(|(known, _)| *known == code)?;
            codes.swap_remove(place).1
        };
        let cookie = random(32).ok()?;
        lock(&self.cookies).insert(cookie.clone(), role);
        // Without a new code the others still serve.
        let _ = self.add_code(role);
        Some((role, cookie))
    }

    /// The role of whoever sent these headers from that address; `None` for a stranger.
    pub fn role(&self, peer: IpAddr, headers: &HeaderMap) -> Option<Role> {
        let cookie =
            headers.get_all("cookie").iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(';'));
        let ours = cookie.filter_map(|pair| pair.trim().split_once('=')).find(|(name, _)| *name == COOKIE);
        let known = ours.and_then(|(_, value)| lock(&self.cookies).get(value).copied());
        known.or_else(|| loopback(peer).then_some(Role::Referee))
    }

    /// Counts a request; false when there were too many.
    pub fn may(&self, peer: IpAddr, what: Counted, now: Instant) -> bool {
        let (most, per_sec) = what.limit();
        let mut spent = lock(&self.spent);
        if spent.len() > 4096 {
            spent.retain(|_, (_, last)| now.duration_since(*last).as_secs() < 60);
        }
        let (count, last) = spent.entry((peer, what)).or_insert((0.0, now));
        *count = (*count - now.duration_since(*last).as_secs_f64() * per_sec).max(0.0);
        *last = now;
        if *count + 1.0 > most {
            return false;
        }
        *count += 1.0;
        true
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn random(letters: usize) -> Result<String, getrandom::Error> {
    let mut bytes = vec![0u8; letters];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether an address is this machine's own.
pub fn loopback(peer: IpAddr) -> bool {
    match peer {
        IpAddr::V4(peer) => peer.is_loopback(),
        IpAddr::V6(peer) => peer == Ipv6Addr::LOCALHOST || peer.to_ipv4_mapped().is_some_and(|peer| peer.is_loopback()),
    }
}

/// Whether the headers come from our own page under our own address. A name that points here (DNS rebinding) is refused: only numbers and
/// `localhost` are ours; somebody at this machine must use its own address. What writes must say where it comes from.
///
/// # Errors
/// The status to refuse with.
pub fn own_page(headers: &HeaderMap, peer: IpAddr, writes: bool) -> Result<(), StatusCode> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host").ok_or(StatusCode::BAD_REQUEST)?;
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |h| h.0);
    let number: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let ours = name == "localhost" || number.is_some();
    if !ours
        || (loopback(peer)
            && number.is_some_and(|number| !loopback(number) && !number.is_unspecified() && number != peer))
    {
        return Err(StatusCode::MISDIRECTED_REQUEST);
    }
    match text("origin") {
        Some(origin) if origin == format!("http://{host}") => Ok(()),
        Some(_) => Err(StatusCode::FORBIDDEN),
        None if writes => Err(StatusCode::FORBIDDEN),
        None => match text("sec-fetch-site") {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(StatusCode::FORBIDDEN),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7));

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_code_serves_once_and_gives_its_role() {
        let told = std::sync::Arc::new(Mutex::new(Vec::new()));
        let tell = std::sync::Arc::clone(&told);
        let say = move |role, code: &str| tell.lock().unwrap().push((role, code.to_owned()));
        let access = Access::new(true, Box::new(say)).unwrap();
        let (role, code) = told.lock().unwrap()[1].clone();
        assert_eq!(role, Role::Assistant);
        let (role, cookie) = access.exchange(&code.to_lowercase()).unwrap();
        assert_eq!(role, Role::Assistant);
        assert!(access.exchange(&code).is_none(), "used");
        assert_eq!(told.lock().unwrap().len(), 4, "another was told");
        let with = headers(&[("cookie", &format!("a=b; {COOKIE}={cookie}"))]);
        assert_eq!(access.role(THERE, &with), Some(Role::Assistant));
        assert_eq!(access.role(THERE, &headers(&[("cookie", "slapsight=x")])), None);
        assert_eq!(access.role(HERE, &HeaderMap::new()), Some(Role::Referee));
    }

    #[test]
    fn other_names_and_other_pages_are_refused() {
        let ok = |pairs: &[(&'static str, &str)], writes| own_page(&headers(pairs), HERE, writes);
        assert!(ok(&[("host", "localhost:8000")], false).is_ok());
        assert!(ok(&[("host", "[::1]:8000")], false).is_ok());
        assert_eq!(ok(&[], false), Err(StatusCode::BAD_REQUEST));
        assert_eq!(ok(&[("host", "evil.example:8000")], false), Err(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(ok(&[("host", "localhost:1")], true), Err(StatusCode::FORBIDDEN), "a write without an origin");
        assert!(ok(&[("host", "localhost:1"), ("origin", "http://localhost:1")], true).is_ok());
        assert!(ok(&[("host", "localhost:1"), ("origin", "http://localhost:2")], true).is_err());
        assert!(ok(&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")], false).is_err());
    }

    #[test]
    fn too_many_are_refused_and_time_heals() {
        let access = Access::new(false, Box::new(|_, _| {})).unwrap();
        let now = Instant::now();
        assert!((0..5).all(|_| access.may(HERE, Counted::Code, now)));
        assert!(!access.may(HERE, Counted::Code, now));
        assert!(access.may(THERE, Counted::Code, now), "another address");
        assert!(access.may(HERE, Counted::Code, now + Duration::from_secs(11)));
    }
}
