// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepValues, takeValues } from "#lib/auth/kept-values.ts";

const typed = { login: "alisher" };

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe("values on their way to the next page", () => {
  it("are taken there once", () => {
    keepValues("login", "uz", typed);
    expect(takeValues("login", "uz")).toEqual(typed);
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("are gone when another page comes", () => {
    keepValues("login", "uz", typed);
    expect(takeValues("login", "ru")).toEqual({});
    expect(sessionStorage).toHaveLength(0);
  });

  it("are gone a minute later", () => {
    keepValues("login", "uz", typed);
    vi.useFakeTimers({ now: Date.now() + 61_000 });
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("are none where the storage holds something else", () => {
    sessionStorage.setItem("kept:login", '{"locale":"uz","at":0,"values":{"login":1}}');
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("are none in a browser that keeps nothing", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    keepValues("login", "uz", typed);
    expect(takeValues("login", "uz")).toEqual({});
  });
});
