import { z } from "zod";

/** `img` is a data URL of a 200×40 PNG; `key` is spent by the first submit, or after 5 minutes (specification §9). */
export const captcha = z.object({
  key: z.string(),
  img: z.string().startsWith("data:image/png;base64,"),
});
export type Captcha = z.infer<typeof captcha>;

export const captchaWidthPx = 200;
export const captchaHeightPx = 40;
