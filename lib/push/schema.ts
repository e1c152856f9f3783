import * as z from "zod/mini";
import { dataOf, messageBody } from "#lib/http/schema.ts";

/** No push service makes longer ones. */
const endpointLengthMax = 1000;

const base64Url = (bytes: number) =>
  z.string("Site.invalid").check(
    z.refine((text) => /^[\w-]+={0,2}$/.test(text) && decodedLength(text) === bytes, {
      error: "Site.invalid",
    }),
  );

const decodedLength = (text: string) => Math.floor((text.replace(/=+$/, "").length * 3) / 4);

/** The fields of `PushSubscription.toJSON()`: the address, and the keys that only this browser can decrypt for. */
export const pushSubscriptionInput = z.object({
  endpoint: z
    .url("Site.invalid")
    .check(
      z.maxLength(endpointLengthMax, "Site.invalid"),
      z.regex(/^[\x21-\x7e]+$/, "Site.invalid"),
    ),
  keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionInput>;

/**
 * `public_key`: the key of the server that the browser allows to send (VAPID); `endpoint`: where this session is
 * notified, wherever in the browser that was turned on.
 */
const pushState = z.object({ public_key: z.string(), endpoint: z.nullable(z.string()) });
export const pushStateAnswer = dataOf(pushState);
export const pushChanged = messageBody;
