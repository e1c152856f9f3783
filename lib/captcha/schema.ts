import * as z from "zod/mini";

/** `img` is a data URL of a 200×40 PNG; `key` is spent by the first submit, or after 5 minutes (S-CAPTCHA). */
export const captcha = z.object({
  key: z.string(),
  img: z.string().check(z.startsWith("data:image/png;base64,")),
});
export type Captcha = z.infer<typeof captcha>;

export const captchaWidthPx = 200;
export const captchaHeightPx = 40;

/**
 * A proof of work in place of the picture (altcha-lib): the key of one of some hundred counters begins with
 * `keyPrefix`, and only trying finds which. `key` is spent as a picture's is.
 */
export const captchaWork = z.object({
  key: z.string(),
  work: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
  }),
});
export type CaptchaWork = z.infer<typeof captchaWork>;

/** What is sent as `captcha` for a work: "counter.derivedKey", the key in lower-case hexadecimal. */
export const workSolution = z.pipe(
  z.string().check(z.regex(/^\d{1,9}\.[0-9a-f]{64}$/)),
  z.transform((written: string) => {
    const [counter = "", derivedKey = ""] = written.split(".");
    return { counter: Number(counter), derivedKey };
  }),
);
