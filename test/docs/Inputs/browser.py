# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""browser.py CHROMIUM FOLDER PAGE...: looks at pages in a browser without a window, light and
dark, on a desk and on a phone, and prints what a reader would stumble over: text that is
wider than the screen or hardly differs from its background, times of loops and reasons that are
off the screen, folded and unfolded, what the Tab key reaches without being seen, folds that the
Enter key does not open, and anything that the page tells the browser's console. Leaves a picture
of each in FOLDER."""
import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LOOKS = r"""(() => {
  const root = document.documentElement, told = [];
  if (root.scrollWidth > root.clientWidth)
    told.push(`${root.scrollWidth} pixels wide on ${root.clientWidth}`);
  const parts = color => {
    const numbers = color.match(/[\d.]+/g).map(Number);
    return numbers.length < 4 ? [...numbers, 1] : numbers;
  };
  const over = (top, below) => top.slice(0, 3).map((c, k) => c * top[3] + below[k] * (1 - top[3]));
  const light = color => color.slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const behind = element => {
    const layers = [];
    for (; element; element = element.parentElement)
      layers.push(parts(getComputedStyle(element).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below),
                                   dark ? [18, 18, 18] : [255, 255, 255]);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0, worst = 99, where = '';
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), element = walk.currentNode.parentElement;
    if (!text || element.closest('svg, script, style, [aria-hidden=true]')
        || !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}))
      continue;
    ++texts;
    const below = behind(element);
    const pair = [light(over(parts(getComputedStyle(element).color), below)), light(below)];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < worst)
      [worst, where] = [ratio, `${element.tagName}.${element.className}: ${text.slice(0, 40)}`];
  }
  const far = [...document.querySelectorAll('table.run tbody .wide + .n')]
    .filter(time => time.getBoundingClientRect().right > root.clientWidth).length;
  if (far)
    told.push(`times of ${far} loops are off the screen`);
  const cut = [...document.querySelectorAll('table.all tbody td')]
    .filter(why => why.getBoundingClientRect().right > root.clientWidth).length;
  if (cut)
    told.push(`verdicts and reasons of ${cut} loops are off the screen`);
  if (!texts)
    told.push('no text');
  if (worst < 4.5)
    told.push(`contrast ${worst.toFixed(1)} of ${where}`);
  return told;
})()"""

UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"

FOCUS = r"""(() => {
  const at = document.activeElement;
  if (!at || at === document.body)
    return null;
  const style = getComputedStyle(at), box = at.getBoundingClientRect();
  return {name: `${at.tagName} ${(at.textContent || at.title || '').trim().slice(0, 30)}`,
          fold: at.tagName === 'SUMMARY',
          seen: box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth,
          marked: at.tagName === 'INPUT' || style.outlineStyle !== 'none'
                  || style.boxShadow !== 'none'};
})()"""


class Browser:
    """A page of a browser that is spoken to through a pair of pipes."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="twofold-browser-")
        there, self.down = os.pipe()
        self.up, back = os.pipe()

        def connect():
            # Beyond 4 first, as one pair may be in the place of the other.
            low, high = os.dup2(there, 63), os.dup2(back, 64)
            os.dup2(low, 3)
            os.dup2(high, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={self.profile}",
             "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.numbers, self.rest, self.session, self.events = itertools.count(1), b"", None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target,
                                flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.ask(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.up, 1 << 16)
            if not more:
                sys.exit("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.down, json.dumps(request).encode() + b"\0")
        while (answer := self.message()).get("id") != number:
            self.events.append(answer)
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def evaluate(self, text):
        answer = self.ask("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(str(answer["exceptionDetails"]["exception"].get("description")))
        return answer["result"].get("value")

    def open(self, address, width, height, scheme):
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 500)
        self.events.clear()
        self.ask("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def key(self, name, code, text=""):
        for kind in "keyDown", "keyUp":
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                     windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def told(self):
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded":
                yield parameters["entry"]["text"]
            elif method == "Runtime.exceptionThrown":
                yield parameters["exceptionDetails"]["text"]
            elif method == "Network.requestWillBeSent":
                if not parameters["request"]["url"].startswith(("file:", "data:")):
                    yield "asks for " + parameters["request"]["url"]

    def close(self):
        self.ask("Browser.close")
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def keyboard(browser):
    """What the Tab key comes to, and whether Enter opens folds."""
    reached = set()
    for _ in range(12):
        browser.key("Tab", 9)
        at = browser.evaluate(FOCUS)
        if not at:
            break
        reached.add(at["name"])
        if not at["seen"]:
            yield f"focus cannot be seen: {at['name']}"
        if not at["marked"]:
            yield f"focus is not marked: {at['name']}"
        if at["fold"]:
            before = browser.evaluate("document.activeElement.parentElement.open")
            browser.key("Enter", 13, "\r")
            if browser.evaluate("document.activeElement.parentElement.open") == before:
                yield f"Enter does not open {at['name']}"
    if len(reached) < 3:
        yield f"the Tab key reaches {len(reached)} places"


program, folder, *pages = sys.argv[1:]
browser, found = Browser(program), []
for number, page in enumerate(pages):
    # Colours are those of all pages, so that two of them tell what is dark.
    for (where, width, height), scheme in itertools.product(
            [("desk", 1280, 900), ("phone", 390, 844)], ["light", "dark"][:1 if number > 1 else 2]):
        browser.open(Path(page).resolve().as_uri(), width, height, scheme)
        told = browser.evaluate(LOOKS)
        picture = browser.ask("Page.captureScreenshot", format="png")["data"]
        name = f"{Path(page).stem}-{where}-{scheme}"
        Path(folder, name + ".png").write_bytes(base64.b64decode(picture))
        told += keyboard(browser)
        browser.evaluate(UNFOLD)
        told += [f"unfolded: {one}" for one in browser.evaluate(LOOKS) if one not in told]
        found += [f"{name}: {one}" for one in [*told, *browser.told()]]
browser.close()
print("\n".join(found) or f"{len(pages)} pages are fine")
sys.exit(bool(found))
