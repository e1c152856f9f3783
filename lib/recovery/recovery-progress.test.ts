// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  storeProgress,
  parseProgress,
  readWrittenProgress,
  stepOf,
  wayOf,
} from "#lib/recovery/recovery-progress.ts";

const mailed = { localPart: "alisher", domain: "kampus.example", code: "" };
const checked = { ...mailed, code: "7K2M-9QXC" };
const kept = () => parseProgress(readWrittenProgress());

beforeEach(() => {
  storeProgress(null);
  vi.useRealTimers();
});

describe("a recovery", () => {
  it.each([
    ["", null, "email"],
    ["", checked, "email"],
    ["?step=code", null, "email"],
    ["?step=code", mailed, "code"],
    ["?step=code", checked, "code"],
    ["?step=password", null, "email"],
    ["?step=password", mailed, "code"],
    ["?step=password", checked, "password"],
    ["?step=login", checked, "email"],
  ])("at %j with %j is at the step %s", (search, progress, step) => {
    expect(stepOf(search, progress)).toBe(step);
  });

  it.each([checked, { phone: "+998901234567", code: "12345678" }])(
    "goes on after a reload: %j",
    (progress) => {
      storeProgress(progress);
      expect(kept()).toMatchObject(progress);
    },
  );

  it.each([
    ["", "mail"],
    ["?by=phone", "phone"],
    ["?step=code&by=phone", "phone"],
    ["?by=pigeon", "mail"],
  ])("with %j is by %s", (search, way) => {
    expect(wayOf(search)).toBe(way);
  });

  it("expires half an hour later", () => {
    storeProgress(checked);
    vi.useFakeTimers({ now: Date.now() + 31 * 60_000 });
    expect(kept()).toBeNull();
  });

  it("starts anew where the storage holds something else", () => {
    sessionStorage.setItem("recovery", '{"at":"yesterday"}');
    expect(kept()).toBeNull();
    sessionStorage.setItem("recovery", "{");
    expect(kept()).toBeNull();
  });

  it("passes all its steps in a browser that stores nothing", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
    storeProgress(checked);
    expect(kept()).toMatchObject(checked);
  });
});

function refuse(): never {
  throw new DOMException("denied", "SecurityError");
}
