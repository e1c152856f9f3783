// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { carryOverValues, forgetOtherKeptValues, takeValues } from "#lib/auth/carried-values.ts";

const typed = { login: "alisher" };

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe("values that are carried to the next page", () => {
  it("are taken there once", () => {
    carryOverValues("login", "uz", typed);
    expect(takeValues("login", "uz")).toEqual(typed);
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("are gone when another page opens", () => {
    carryOverValues("login", "uz", typed);
    expect(takeValues("login", "ru")).toEqual({});
    expect(sessionStorage).toHaveLength(0);
  });

  it("are gone a minute later", () => {
    carryOverValues("login", "uz", typed);
    vi.useFakeTimers({ now: Date.now() + 61_000 });
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("stay for a page in their language when what is kept of members is removed", () => {
    carryOverValues("login", "uz", typed);
    carryOverValues("job", "12", typed);
    forgetOtherKeptValues(null);
    expect(takeValues("job", "12")).toEqual({});
    expect(takeValues("login", "uz")).toEqual(typed);
  });

  it("are empty where the storage holds something else", () => {
    sessionStorage.setItem("carried:login", '{"taker":"uz","at":0,"values":{"login":1}}');
    expect(takeValues("login", "uz")).toEqual({});
  });

  it("are empty in a browser that stores nothing", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    carryOverValues("login", "uz", typed);
    expect(takeValues("login", "uz")).toEqual({});
  });
});
