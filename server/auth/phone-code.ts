import { randomInt } from "node:crypto";

const digits = 8;

/** Eight digits, short enough to read off a telephone: so they count only with their number, and for a few tries. */
export const newPhoneCode = () => String(randomInt(10 ** digits)).padStart(digits, "0");

/** A typed code without the spaces and dashes that group it. */
export const withoutSpacing = (typed: string) => typed.replace(/[\s\p{Pd}\p{Cf}]/gu, "");
