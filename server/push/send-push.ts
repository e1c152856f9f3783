import http from "node:http";
import https from "node:https";
import { createLookupOutside } from "#server/push/endpoint.ts";
import type { Subscription } from "#server/push/repository.ts";
import type { VapidKeys } from "#server/push/vapid.ts";

/** A push to a device. A device that was offline gets only the last of several pushes with the same topic. */
export interface Push {
  /** At most 32 characters of base64url. */
  topic: string;
  urgency: "normal" | "high";
  payload: object;
}

/** `gone`: the subscription is no longer valid; `refused`: this push will never be accepted. */
type PushOutcome = "sent" | "gone" | "refused";

export type SendPush = (subscription: Subscription, push: Push) => Promise<PushOutcome>;

/** The push service did not answer at all. */
export class UnreachableService extends Error {}

/** A push that is not delivered within a day is dropped, because the member has seen the unread count by then. */
const deliveredWithinS = 24 * 60 * 60;
const answersWithinMs = 5_000;
const lookupOutside = createLookupOutside();

/** @throws {Error} when it may be retried: the push service is unreachable or overloaded. */
export function createSendPush(findKeys: () => Promise<VapidKeys>, subject: string): SendPush {
  return async (subscription, push) => {
    const request = await encrypt(subscription, push, { subject, ...(await findKeys()) });
    if (!request) return "gone";
    return outcomeOf(await post(subscription.endpoint, request.headers, request.body));
  };
}

/** Returns null for invalid keys, because only their length was checked when they were stored. */
async function encrypt(
  { endpoint, p256dh, auth }: Subscription,
  { topic, urgency, payload }: Push,
  vapidDetails: VapidKeys & { subject: string },
) {
  const { default: webPush } = await import("web-push");
  try {
    return webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { vapidDetails, TTL: deliveredWithinS, urgency, topic },
    );
  } catch {
    return null;
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  if (status === 429 || status >= 500) throw new Error(`push service answered ${status}`);
  return "refused";
}

/** Returns the status alone, follows no redirect, and connects to no internal address. */
function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<number> {
  const url = new URL(endpoint);
  const isSecure = url.protocol === "https:";
  const { request } = isSecure ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: "POST",
        headers: { ...headers },
        signal: AbortSignal.timeout(answersWithinMs),
        ...(isSecure && { lookup: lookupOutside }),
      },
      (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.on("error", (cause) => reject(new UnreachableService("no answer", { cause })));
    outgoing.end(body);
  });
}
