import { z } from "zod";
import { invalidField } from "#server/failure.ts";
import { readData } from "#server/reference-data.ts";

export type CheckNewAddress = (email: string) => void;

const lookAlikes: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

/** What a name reads as: without signs, the digits at its end, and digits that stand for letters. */
const readAs = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/\d+$/, "")
    .replace(/\d/g, (digit) => lookAlikes[digit] ?? digit);

/**
 * Answers a check of addresses that are to be given away: none that mail cannot reach, and none by which a member could
 * pass for the service (data/reserved-names.json and the brand; security.md A7).
 * The check throws {Failure} `invalid` on field `email`.
 */
export function createAddressCheck(brand: string): CheckNewAddress {
  const names = readData("reserved-names", z.array(z.string().min(1)));
  const reserved = new Set([...names, brand].map(readAs));
  reserved.delete("");
  return (email) => {
    const localPart = email.slice(0, email.lastIndexOf("@"));
    if (/^\.|\.\.|\.$/.test(localPart)) throw invalidField("email", "Site.wrongemail");
    if (reserved.has(readAs(localPart))) throw invalidField("email", "Site.emailReserved");
  };
}
