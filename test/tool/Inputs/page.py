# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page.py PAGE.html: what a page of `twofold report` has, as a browser would parse it.

Fails where elements are not closed in the order in which they were opened.
"""
import html.parser
import re
import sys

VOID = {"meta", "input", "br", "link", "img"}
LOADING = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "source"}


class Element:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent = name, dict(attributes), parent
        self.children = []

    def all(self, name=None, cls=None):
        for child in self.children:
            if isinstance(child, Element):
                if name in (None, child.name) and (
                        cls is None or cls in child.attributes.get("class", "").split()):
                    yield child
                yield from child.all(name, cls)

    def text(self):
        words = (c if isinstance(c, str) else c.text() for c in self.children)
        joint = " " if self.name in ("tr", "thead", "tbody", "table", "div", "ul", "p", "li",
                                     "fieldset", "dl") else ""
        return re.sub(r"\s+", " ", joint.join(words)).strip() if joint else "".join(words)


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.here = Element("", (), None)

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), (tag, attributes)
        new = Element(tag, attributes, self.here)
        self.here.children.append(new)
        if tag not in VOID:
            self.here = new

    def handle_startendtag(self, tag, attributes):
        raise AssertionError(f"<{tag}/>")

    def handle_endtag(self, tag):
        assert self.here.name == tag, f"</{tag}> in <{self.here.name}>: {self.getpos()}"
        self.here = self.here.parent

    def handle_data(self, text):
        self.here.children.append(text)


page = Page()
with open(sys.argv[1], encoding="utf-8") as file:
    page.feed(file.read())
page.close()
assert page.here is page.root, f"<{page.here.name}> is not closed"
root = page.root

for meta in root.all("meta"):
    if meta.attributes.get("http-equiv") == "Content-Security-Policy":
        policy = meta.attributes["content"]
    if meta.attributes.get("name") == "viewport":
        viewport = meta.attributes["content"]
print("title:", next(root.all("title")).text())
print("policy:", policy)
print("viewport:", viewport)
print("language:", next(root.all("html")).attributes["lang"])
for warning in root.all("p", "warn"):
    print(warning.text())
names = [e.attributes["id"] for e in root.all() if "id" in e.attributes]
assert len(names) == len(set(names)), "an id is there twice"
links = [a.attributes["href"] for a in root.all("a")]
styles = " ".join(e.attributes.get("style", "") for e in root.all()) + "".join(
    s.text() for s in root.all("style"))
handlers = [a for e in root.all() for a in e.attributes if a.startswith("on")]
print("elements that load something:",
      sum(e.name in LOADING or "src" in e.attributes for e in root.all()) + len(handlers)
      + styles.count("url(") + styles.count("@import"))
print("links to nowhere:", sum(not l.startswith("#") or l[1:] not in names for l in links))
print("skip links:", sum(1 for _ in root.all("a", "skip")))
print("filter:", ", ".join(re.sub(r"\s+", " ", l.text()).strip()
                           for l in next(root.all("fieldset")).all("label")))
loops = list(root.all("details", "loop"))
for loop in loops:
    summary = next(loop.all("summary"))
    print(f"line {next(summary.all('a')).text()}: {next(summary.all('span', 'tag')).text()}")
    code = next(summary.all("code")).text()
    if "//" in code:
        print("both", code.split("//", 1)[1].strip())
for loop in loops:
    panel = next(loop.all("div", "panel"))
    name = next(next(panel.all("p", "verdict")).all("b")).text()
    print(f"panel of {name.split('::')[-1]}:", re.sub(r"\s+", " ", panel.text()))
