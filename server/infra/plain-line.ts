/** What members wrote, on one line and unable to steer a terminal: no control, no direction, no separator. */
export const plainLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();
