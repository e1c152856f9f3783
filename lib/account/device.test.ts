import { expect, it } from "vitest";
import { deviceOf } from "#lib/account/device.ts";

const mozilla = "Mozilla/5.0";
const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`,
    { browser: "Chrome", system: "Windows", kind: "computer" },
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    { browser: "Edge", system: "Windows", kind: "computer" },
  ],
  [
    `${mozilla} (Linux; Android 14; SM-A546B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    { browser: "Samsung Internet", system: "Android", kind: "phone" },
  ],
  [
    `${mozilla} (Windows NT 10.0) ${webKit} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`,
    { browser: "Yandex Browser", system: "Windows", kind: "computer" },
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
    { browser: "Safari", system: "iOS", kind: "phone" },
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    { browser: "Chrome", system: "iOS", kind: "phone" },
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0`,
    { browser: "Firefox", system: "macOS", kind: "computer" },
  ],
  [
    `${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`,
    { browser: "Chrome", system: "Linux", kind: "computer" },
  ],
  ["curl/8.5.0", { browser: null, system: null, kind: "computer" }],
  ["", { browser: null, system: null, kind: "computer" }],
])("%s is recognised", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
