/** A push service with its browsers: a push is decrypted as a browser would (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import http from "node:http";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

export interface ReceivedPush {
  headers: http.IncomingHttpHeaders;
  payload: Record<string, unknown>;
}

export type TestPushService = Awaited<ReturnType<typeof startTestPushService>>;

export async function startTestPushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const browser = browsers.get(request.url ?? "");
      if (browser) browser.attempts += 1;
      response.writeHead(browser?.status ?? 404).end();
      if (browser?.status !== 201) return;
      browser.received.push({
        headers: request.headers,
        payload: JSON.parse(browser.decrypt(Buffer.concat(chunks))) as Record<string, unknown>, // pushes are objects
      });
    });
  });
  const port = await listenOnFreePort(server);

  return {
    /** `status` is the service's answer for it: 410 once the browser has ended the subscription. */
    browser() {
      const path = `/push/${browsers.size + 1}`;
      const browser = createBrowser(`http://127.0.0.1:${port}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async close(): Promise<void> {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createBrowser(endpoint: string) {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    status: 201,
    attempts: 0,
    received: [] as ReceivedPush[],
    /** One record of content coding aes128gcm: salt, record size, the sender's key, and the ciphertext. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const encrypted = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", curve.computeSecret(sender), auth, info, 32));
      const derived = (name: string, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
      const decipher = createDecipheriv(
        "aes-128-gcm",
        derived("aes128gcm", 16),
        derived("nonce", 12),
      );
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}
