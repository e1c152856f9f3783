import sanitize from "sanitize-html";

const namespace = "http://www.w3.org/2000/svg";

const presentation = [
  "clip-rule",
  "fill",
  "fill-opacity",
  "fill-rule",
  "opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-opacity",
  "stroke-width",
  "transform",
];

const shapes: Record<string, string[]> = {
  svg: ["viewBox", "width", "height", "xmlns"],
  g: [],
  path: ["d", "pathLength"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  rect: ["x", "y", "width", "height", "rx", "ry"],
  line: ["x1", "y1", "x2", "y2"],
  polyline: ["points"],
  polygon: ["points"],
};

/** Numbers, colours and transformations: nothing that could contain an address, plain or escaped. */
const plainValue = /^(?!.*url)[-+\w\s.,#%()]*$/is;

/**
 * An icon that is safe in a page: one `svg` of shapes, every value plain, no text, links, ids, styles or scripts
 * (SEC-X2). Empty where nothing of that kind is left.
 */
export function sanitiseSvg(markup: string): string {
  const clean = sanitize(markup, {
    allowedTags: Object.keys(shapes),
    allowedAttributes: { ...shapes, "*": presentation },
    disallowedTagsMode: "completelyDiscard",
    textFilter: () => "",
    nestingLimit: 16,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      "*": (tagName, attributes) => ({
        tagName,
        attribs: {
          ...Object.fromEntries(
            Object.entries(attributes).filter(([, value]) => plainValue.test(value)),
          ),
          ...(tagName === "svg" && { xmlns: namespace }),
        },
      }),
    },
  });
  return /^<svg [^>]*>(?:(?!<\/?svg\b)[^])+<\/svg>$/.exec(clean)?.[0] ?? "";
}
