import { createHash, randomBytes } from "node:crypto";
import { withoutSpacing } from "#server/auth/phone-code.ts";

/** Crockford's base32: no letters that look like digits or like one another. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const mailCodeLength = 16;

/** 80 random bits in four groups, e.g. "7K2M-9QXC-0HTB-WE4R". */
export function newMailCode(): string {
  const bytes = [...randomBytes(mailCodeLength)];
  const characters = bytes.map((byte) => alphabet[byte % alphabet.length]).join("");
  return characters.match(/.{4}/g)?.join("-") ?? characters;
}

/** The stored hash of a mailed code, however it was typed: in any case, with or without dashes and spaces. */
export function mailCodeHash(typed: string): string {
  const code = withoutSpacing(typed).toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return createHash("sha256").update(code).digest("hex");
}
