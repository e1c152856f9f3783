import { z } from "zod";
import { namesService, namesTopic } from "#lib/validation/reserved-names.ts";
import { invalidField } from "#server/http/failure.ts";
import { readData } from "#server/infra/read-data.ts";

type CheckNewAddress = (email: string) => void;

/**
 * Returns a check of addresses that accounts may get: mail must be able to reach them, and no address may let a member
 * pass for the service (data/reserved-names.json and the brand; SEC-A7). The check throws {Failure} `invalid` on field
 * `email`.
 */
export function createAddressCheck(brand: string): CheckNewAddress {
  const names = readData("reserved-names", z.array(z.string().min(1)));
  const reserved = { brand: brand.replace(/[^a-z\d]/gi, ""), more: names };
  return (email) => {
    const localPart = email.slice(0, email.lastIndexOf("@"));
    if (/^\.|\.\.|\.$/.test(localPart)) throw invalidField("email", "Site.wrongemail");
    if (namesService(localPart, reserved) || namesTopic(localPart))
      throw invalidField("email", "Site.emailReserved");
  };
}
