/**
 * Text of members on one line, unable to control a terminal: without control and direction characters and separators.
 */
export const plainLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();
