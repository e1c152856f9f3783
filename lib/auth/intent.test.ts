import { beforeEach, expect, it, vi } from "vitest";
import { storeIntent } from "#lib/auth/intent.ts";
import { returnRouteOf } from "#lib/auth/return-route.ts";
import { readIntent, writeIntent } from "#lib/browser/cookies.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { routes } from "#lib/routes.ts";

const deployment = { rootDomain: "kampus.localhost", scheme: "http", port: "" } as const;
const stored = () => returnRouteOf(new URLSearchParams(readIntent()), deployment, "ru");

beforeEach(() => {
  vi.stubGlobal(runtimeConfigGlobal, deployment);
  writeIntent(null);
});

it("where somebody was going keeps the first of the words that they typed, as many as a cookie holds", () => {
  storeIntent(routes.welcome("Ташкентский государственный педагогический университет"));
  expect(stored()).toEqual(routes.welcome("Ташкентский государственный педагогический"));
  storeIntent(routes.findPeople({ q: "слово ".repeat(80), region_id: "14" }));
  expect(stored()).toEqual(routes.findPeople({ q: "слово ".repeat(8).trim(), region_id: "14" }));
});
