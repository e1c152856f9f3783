/** Reads from a user agent what helps a member to recognise their device. */

interface Device {
  /** Null: unknown. */
  browser: string | null;
  system: string | null;
  kind: "computer" | "phone";
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

/** Browsers also name those whose engine they share, so the order matters: the particular first. */
const browsers: Signs = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|Opera)\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["UC Browser", /\bUCBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+ .*\bSafari\//],
];

const systems: Signs = [
  ["iOS", /\biPhone|\biPad|\biPod/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

export function deviceOf(userAgent: string): Device {
  const system = firstNamed(systems, userAgent);
  return {
    browser: firstNamed(browsers, userAgent),
    system,
    kind: system === "iOS" || system === "Android" ? "phone" : "computer",
  };
}

function firstNamed(signs: Signs, userAgent: string): string | null {
  return signs.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
}
