import { randomInt } from "node:crypto";

const digits = 8;

/** Eight digits, to be read off a telephone: few, so they count only with their number, and for a few tries. */
export const newPhoneCode = () => String(randomInt(10 ** digits)).padStart(digits, "0");

/** A code as it was meant, however it was grouped when it was typed. */
export const withoutSpacing = (typed: string) => typed.replace(/[\s\p{Pd}\p{Cf}]/gu, "");
