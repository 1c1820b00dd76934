//! The program itself, serving, and a plain client that can send what a browser would not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server; it is stopped when dropped.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The codes it printed: role and code.
    pub codes: Vec<(String, String)>,
}

impl Server {
    pub fn start(folder: &Path) -> Server {
        Server::listening(folder, "127.0.0.1:0")
    }

    pub fn listening(folder: &Path, listen: &str) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_slapsight"))
            .args(["serve", "--listen", listen])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
        let mut codes = Vec::new();
        if !listen.starts_with("127.") {
            let mut said = BufReader::new(child.stderr.take().expect("its messages")).lines();
            for line in said.by_ref().take(3) {
                let line = line.expect("a message");
                let (role, code) = line.rsplit_once(": ").expect("a code");
                codes.push((role.to_owned(), code.to_owned()));
            }
        }
        Server { child, address, codes }
    }

    /// Sends bytes as they are; gives the status and the whole answer.
    pub fn raw(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.address.port())).expect("a connection");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(30))).expect("a limit");
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    /// A request with the headers of our own page; `more` are lines of further headers.
    pub fn ask(&self, method: &str, path: &str, body: &str, more: &str) -> (u16, String) {
        let host = format!("127.0.0.1:{}", self.address.port());
        let json = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n{json}{more}Content-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    /// The identifier of the first report.
    pub fn first_case(&self, more: &str) -> String {
        let (status, answer) = self.ask("GET", "/api/cases", "", more);
        assert_eq!(status, 200, "{answer}");
        let (_, after) = answer.split_once("\"id\":\"").expect("a report");
        after[..16].to_owned()
    }

    /// Its process, to be killed.
    pub fn kill(&mut self) {
        self.child.kill().expect("a running server");
        self.child.wait().expect("an end");
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn ended(&mut self) -> Option<i32> {
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
