// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { sanitiseSvg } from "#server/reference/svg-markup.ts";

const shapes = /^(?:svg|g|path|circle|ellipse|rect|line|polyline|polygon)$/;
const attributes =
  /^(?:viewBox|width|height|xmlns|d|pathLength|cx|cy|r|rx|ry|x|y|x1|y1|x2|y2|points|clip-rule|fill|fill-opacity|fill-rule|opacity|stroke|stroke-(?:dasharray|dashoffset|linecap|linejoin|miterlimit|opacity|width)|transform)$/;

/** Parses markup like a browser that reads it into a page. */
function parsed(markup: string) {
  const place = document.createElement("div");
  place.innerHTML = markup;
  const elements = [...place.querySelectorAll("*")];
  return {
    place,
    elements: elements.map((element) => `${element.namespaceURI ?? ""} ${element.tagName}`),
    attributes: elements.flatMap((element) =>
      [...element.attributes].map(({ name, value }) => [name, value] as const),
    ),
  };
}

function expectHarmless(markup: string) {
  const { place, elements, attributes: found } = parsed(markup);
  expect(place.textContent).toBe("");
  expect(place.childNodes.length).toBeLessThanOrEqual(1);
  for (const element of elements) {
    const [namespace, name] = element.split(" ");
    expect(namespace).toBe("http://www.w3.org/2000/svg");
    expect(name).toMatch(shapes);
  }
  for (const [name, value] of found) {
    expect(name).toMatch(attributes);
    if (name !== "xmlns") expect(value).not.toMatch(/[:/\\<>"'&;]|url/i);
  }
}

const shape = '<path d="M3 3h18"/>';

describe("an icon's markup", () => {
  it("keeps its drawing, letter for letter", () => {
    const drawing =
      '<g fill="none" stroke="currentColor" stroke-width="1.75" transform="rotate(45 12 12)">' +
      '<path d="M22 9 12 4 2 9l10 5Z"></path><circle cx="6" cy="5" r="2"></circle>' +
      '<ellipse cx="1" cy="2" rx="3" ry="4"></ellipse><rect x="1" y="2" width="3" height="4" rx="1"></rect>' +
      '<line x1="1" y1="2" x2="3" y2="4"></line><polyline points="1,2 3,4"></polyline>' +
      '<polygon points="1,2 3,4 5,6" fill="#0f766e" fill-opacity="50%"></polygon></g>';
    const clean = sanitiseSvg(`<svg viewBox="0 0 24 24">${drawing}</svg>`);
    expect(clean).toBe(
      `<svg viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`,
    );
    expectHarmless(clean);
    expect(parsed(clean).elements).toHaveLength(9);
    expect(parsed(clean).place.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 24 24");
  });

  it.each([
    ["a script", `<svg><script>alert(1)</script>${shape}</svg>`],
    ["a script in capitals", `<svg><SCRIPT>alert(1)</SCRIPT>${shape}</svg>`],
    ["a script by address", `<svg><script href="//evil.example/x.js"/>${shape}</svg>`],
    ["a script in CDATA", `<svg><script><![CDATA[alert(1)]]></script>${shape}</svg>`],
    ["a script split by a script", `<svg><scr<script>ipt>alert(1)</scr</script>ipt>${shape}</svg>`],
    ["an event of the root", `<svg onload="alert(1)">${shape}</svg>`],
    ["an event in capitals", `<svg ONLOAD=alert(1)>${shape}</svg>`],
    ["an event after a slash", `<svg/onload=alert(1)>${shape}</svg>`],
    ["an event of a shape", '<svg><path d="M0 0" onclick="alert(1)" onfocus=alert(1) /></svg>'],
    ["an event behind a quote", '<svg><path d="M0 0"onmouseover="alert(1)"/></svg>'],
    ["a style element", `<svg><style>*{background:url(//evil.example)}</style>${shape}</svg>`],
    ["a style attribute", '<svg style="background:url(//evil.example)"><path d="M0 0"/></svg>'],
    [
      "a class and an id",
      '<svg id="token" class="x"><path id="forms" name="body" d="M0 0"/></svg>',
    ],
    [
      "a page inside",
      `<svg><foreignObject><iframe srcdoc="<script>"/></foreignObject>${shape}</svg>`,
    ],
    [
      "a form inside",
      `<svg><foreignobject><form action="//evil.example"></form></foreignobject></svg>`,
    ],
    ["a link to a script", `<svg><a href="javascript:alert(1)">${shape}</a></svg>`],
    ["an old link", `<svg><a xlink:href="javascript:alert(1)">${shape}</a></svg>`],
    ["a drawing from elsewhere", `<svg><use href="//evil.example/x.svg#a"/>${shape}</svg>`],
    ["a drawing from data", `<svg><use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/></svg>`],
    ["an image", `<svg><image href="//evil.example/track.png" onerror="alert(1)"/>${shape}</svg>`],
    ["HTML's image", `<svg><img src=x onerror=alert(1)>${shape}</svg>`],
    ["a colour from elsewhere", '<svg><path fill="url(//evil.example/x.svg#a)" d="M0 0"/></svg>'],
    ["a colour from elsewhere, escaped", '<svg><path fill="u\\72l(//evil.example)" d="M0"/></svg>'],
    ["an entity in a value", '<svg><path fill="&#117;rl(&#47;&#47;evil.example)" d="M0"/></svg>'],
    [
      "an animated link",
      '<svg><a><animate attributeName="href" to="javascript:alert(1)"/></a></svg>',
    ],
    ["a set event", '<svg><set attributeName="onload" to="alert(1)"/><path d="M0 0"/></svg>'],
    [
      "a filter",
      '<svg filter="url(#x)"><filter id="x"><feImage href="//evil.example"/></filter></svg>',
    ],
    ["text", `<svg><text>Click</text>${shape}Click</svg>`],
    ["a title with markup", `<svg><title><img src=x onerror=alert(1)></title>${shape}</svg>`],
    [
      "a title that ends early",
      `<svg><title></svg><img src=x onerror=alert(1)></title>${shape}</svg>`,
    ],
    ["markup behind the root", `<svg>${shape}</svg><img src=x onerror=alert(1)>`],
    ["markup before the root", `<img src=x onerror=alert(1)><svg>${shape}</svg>`],
    ["two roots", `<svg>${shape}</svg><svg onload="alert(1)">${shape}</svg>`],
    ["a root in a root", `<svg><svg onload="alert(1)">${shape}</svg></svg>`],
    ["no root", shape],
    ["no end", `<svg onload=alert(1)><path d="M0 0"`],
    ["a comment", `<svg><!--><img src=x onerror=alert(1)>-->${shape}</svg>`],
    [
      "a declaration",
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><svg>${shape}&x;</svg>`,
    ],
    ["an instruction", `<?xml-stylesheet href="//evil.example/x.css"?><svg>${shape}</svg>`],
    ["a namespace", `<svg xmlns="http://www.w3.org/1999/xhtml"><g xmlns:x="y">${shape}</g></svg>`],
    [
      "a prefix",
      `<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:script>alert(1)</svg:script></svg:svg>`,
    ],
    ["mathematics", `<math><mtext><svg>${shape}</svg><img src=x onerror=alert(1)></mtext></math>`],
    [
      "a style that hides a tag",
      `<svg><style><!--</style><img src=x onerror=alert(1)>--></style></svg>`,
    ],
    ["a template", `<svg><template><script>alert(1)</script></template>${shape}</svg>`],
    ["a quote in a value", `<svg><path d='"><img src=x onerror=alert(1)>'/></svg>`],
    ["depth", `<svg>${"<g>".repeat(500)}${shape}${"</g>".repeat(500)}</svg>`],
    ["nothing", ""],
  ])("loses %s", (_title, markup) => {
    expectHarmless(sanitiseSvg(markup));
  });

  it("keeps the shapes beside what it loses", () => {
    const clean = sanitiseSvg(`<svg viewBox="0 0 24 24"><script>alert(1)</script>${shape}</svg>`);
    expect(parsed(clean).place.querySelector("path")?.getAttribute("d")).toBe("M3 3h18");
  });
});
