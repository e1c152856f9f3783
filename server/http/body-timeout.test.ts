import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allowLongSending, limitSending, sendingPeriodMs } from "#server/http/body-timeout.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

/** What a phone sends in a minute at 2 KB/s. */
const minuteOn2G = 60 * 2048;

const server = createServer();
afterEach(() => {
  server.removeAllListeners("request");
  server.close();
  server.closeAllConnections();
});

/**
 * Sends the first byte of a body of `bytes` bytes, and then what `send` is given. `answer` resolves to all that came,
 * once the connection has ended.
 */
async function slowSender(onRequest: (request: IncomingMessage) => void, bytes = 3) {
  server.on("request", onRequest);
  const connection = connect(await listenOnFreePort(server), "127.0.0.1");
  const chunks: string[] = [];
  connection.setEncoding("latin1").on("data", (chunk: string) => chunks.push(chunk));
  const answer = once(connection, "close").then(() => chunks.join(""));
  connection.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\na`);
  return { answer, send: (text: string) => connection.write(text), end: () => connection.end() };
}

describe("a body that does not come", () => {
  it("is answered 408, and its connection closed", async () => {
    const { answer } = await slowSender((request) => {
      limitSending(request, 20);
    });
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"malformed"/);
  });

  it("of an upload is answered 408 once the sender falls silent", async () => {
    const { answer } = await slowSender((request) => {
      limitSending(request, 60_000);
      allowLongSending(request, 20);
    });
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"malformed"/);
  });
});

describe("an upload that comes byte by byte", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is answered 408 after a minute of it", async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { answer } = await slowSender((request) => {
      const sending = allowLongSending(request);
      request.on("data", (chunk: Buffer) => {
        sending.goesOn(chunk.length);
        arrived.resolve(undefined);
      });
    });
    await arrived.promise;
    vi.advanceTimersByTime(sendingPeriodMs);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"malformed"/);
  });

  it("is let through at the pace of a slow phone, however long it takes", async () => {
    let count = 0;
    server.on("request", (request, response) => {
      request.on("end", () => response.end("whole"));
    });
    const { answer, send, end } = await slowSender(
      (request) => {
        const sending = allowLongSending(request);
        request.on("data", (chunk: Buffer) => {
          count += chunk.length;
          sending.goesOn(chunk.length);
        });
        request.on("end", () => {
          sending.end();
        });
      },
      1 + 5 * minuteOn2G,
    );
    for (let minute = 1; minute <= 5; minute += 1) {
      send("x".repeat(minuteOn2G));
      await expect.poll(() => count).toBe(1 + minute * minuteOn2G);
      vi.advanceTimersByTime(sendingPeriodMs);
    }
    end();
    expect(await answer).toMatch(/200 OK[^]*whole/);
  });
});

describe("a body that comes", () => {
  it("in time is let through, and the connection stays", async () => {
    const seen: string[] = [];
    server.on("request", (request, response) => {
      request.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
      request.on("end", () => response.end("whole"));
    });
    const { answer, send, end } = await slowSender((request) => {
      limitSending(request, 60_000);
    });
    send("bc");
    await expect.poll(() => seen.join("")).toBe("abc");
    end();
    expect(await answer).toMatch(/200 OK[^]*whole/);
  });

  it("slowly is let through when it is an upload that goes on", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.on("request", (request, response) => {
      request.on("end", () => response.end("whole"));
    });
    const { answer, send, end } = await slowSender((request) => {
      limitSending(request, 30);
      const sending = allowLongSending(request, 60_000);
      request.on("data", (chunk: Buffer) => {
        sending.goesOn(chunk.length);
      });
      setTimeout(resolve, 60, undefined);
    });
    await promise;
    send("bc");
    end();
    expect(await answer).toMatch(/200 OK[^]*whole/);
  });
});
