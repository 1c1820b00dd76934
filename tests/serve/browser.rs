//! A real Chromium, driven over WebDriver by Debian's chromium-driver.

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The browser's own program; stopped when dropped.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A page in the browser.
pub struct Page {
    client: Client,
}

/// The driver, the lines that it writes, and its port; `None` when it ended without one.
fn started() -> Option<(Driver, impl Iterator<Item = String> + Send + 'static, String)> {
    let mut child = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver: run scripts/setup simulate, which installs Debian's chromium-driver");
    let out = child.stdout.take().expect("its output");
    let driver = Driver(child);
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let port =
        lines.find_map(|line| Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned()))?;
    Some((driver, lines, port))
}

/// Opens `address` in a window of 1280 x 720 and does `work` there.
pub fn with<F: Future<Output = ()>>(address: &str, work: impl FnOnce(Page) -> F) {
    // Several start at once, each on a port that is free when it looks: one that another took meanwhile tries again.
    let (_driver, lines, port) = (0..5).find_map(|_| started()).expect("chromedriver on a port");
    // Its pipe must not fill up.
    std::thread::spawn(move || lines.for_each(drop));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let options = json!({"goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
            "--hide-scrollbars", "--window-size=1280,859"]}});
        let Value::Object(options) = options else { unreachable!("written so above") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let driver = format!("http://127.0.0.1:{port}");
        let client = builder.capabilities(options).connect(&driver).await.expect("a browser");
        client.goto(address).await.expect("the page");
        let page = Page { client: client.clone() };
        work(page).await;
        let _ = client.close().await;
    });
}

impl Page {
    /// Runs script in the page.
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|why| panic!("{script}: {why}"))
    }

    /// Presses keys, as fast as the driver can.
    pub async fn press(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("an element");
        focused.send_keys(keys).await.expect("keys");
    }

    /// Clicks what a selector finds.
    pub async fn click(&self, selector: &str) {
        self.client
            .find(Locator::Css(selector))
            .await
            .unwrap_or_else(|_| panic!("{selector}"))
            .click()
            .await
            .expect("a click");
    }

    /// The text of what a selector finds; empty where nothing is.
    pub async fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({selector:?})?.textContent ?? ''");
        self.run(&script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until script gives true; fails with what the page says when it does not for a while.
    pub async fn until(&self, script: &str) {
        self.until_within(script, Duration::from_secs(40)).await;
    }

    /// The same for what takes long.
    pub async fn until_within(&self, script: &str, longest: Duration) {
        let began = Instant::now();
        while self.run(&format!("return Boolean({script})")).await != json!(true) {
            if began.elapsed() > longest {
                let said = self.run("return document.body.innerText").await;
                panic!("{script} does not come true: {said}");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits for the frame of that number, or for the first one.
    pub async fn frame(&self, index: Option<u64>) {
        let wanted = index.map_or("!== undefined".to_owned(), |index| format!("=== '{index}'"));
        self.until(&format!("document.getElementById('shown').dataset.index {wanted}")).await;
    }

    /// Keeps a picture of the page where SLAPSIGHT_TEST_PICTURES says.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("SLAPSIGHT_TEST_PICTURES") else { return };
        let png = self.client.screenshot().await.expect("a picture");
        std::fs::write(std::path::Path::new(&folder).join(name), png).expect("a file");
    }
}
