import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createClientId } from "#lib/http/client-id.ts";

describe("the id that a page gives to what it sends", () => {
  it("is a UUID, on a secure origin or not", () => {
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    const ids = [createClientId(), ...Array.from({ length: 100 }, () => createClientId(insecure))];
    expect(z.array(z.uuidv4()).safeParse(ids).success).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
