import { once } from "node:events";
import {
  createServer,
  get,
  IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOpenStreams } from "#server/files/open-streams.ts";
import { periodsAhead, takingPeriodMs } from "#server/http/slow-readers.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

const piece = Buffer.alloc(256 * 1024);
const endless = () =>
  new Readable({
    read() {
      this.push(piece);
    },
  });

describe("a reader on a real connection", () => {
  let server: Server;
  let port: number;
  let closed: number;
  beforeEach(async () => {
    closed = 0;
    const streams = createOpenStreams(1);
    server = createServer((request, response) => {
      const asked = { ip: "192.0.2.1", raw: request };
      streams.add({ memberId: undefined, request: asked, reply: { raw: response } });
      response.once("close", () => {
        closed += 1;
      });
      endless().pipe(response);
    });
    port = await listenOnFreePort(server);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  const read = async (headers: OutgoingHttpHeaders = {}) => {
    const request = get({ port, host: "127.0.0.1", headers, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response.on("error", () => undefined);
  };

  it.each([
    ["nothing", 0],
    ["a kilobyte in two minutes", 1024],
  ])("who takes %s is cut off", async (_title, bytes) => {
    const response = await read();
    await once(response, "readable");
    await expect
      .poll(
        () => {
          if (bytes > 0) response.read(bytes);
          vi.advanceTimersByTime(takingPeriodMs);
          return closed;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
  });

  it("who goes on taking the file is never cut off", async () => {
    const response = await read();
    let received = 0;
    response.on("data", (part: Buffer) => {
      received += part.length;
    });
    for (let period = 0; period < 5; period += 1) {
      // More than systems hold on the way, so that the server has sent some of it in this period.
      const wanted = received + 20_000_000;
      await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(wanted);
      vi.advanceTimersByTime(takingPeriodMs);
    }
    expect(closed).toBe(0);
    response.destroy();
  });
});

describe("a reader whose system takes a file in bursts", () => {
  const socket = new Socket();
  let written = 0;
  Object.defineProperty(socket, "bytesWritten", { get: () => written });
  const pass = (periods: number) => vi.advanceTimersByTime(periods * takingPeriodMs);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is cut off only once a burst has been used up", () => {
    const request = { ip: "192.0.2.1", raw: new IncomingMessage(socket) };
    const reply = { raw: new ServerResponse(request.raw) };
    createOpenStreams(1).add({ memberId: undefined, request, reply });
    for (let burst = 0; burst < 3; burst += 1) {
      written += 1_300_000;
      pass(periodsAhead + 1);
      expect(socket.destroyed).toBe(false);
    }
    pass(1);
    expect(socket.destroyed).toBe(true);
  });
});

describe("files that are on their way at once", () => {
  const asked = () => new IncomingMessage(new Socket());
  const answer = () => new ServerResponse(asked());
  const streams = () => {
    const { add } = createOpenStreams(1);
    return (ip: string, memberId?: number) => {
      const raw = answer();
      add({ memberId, request: { ip, raw: asked() }, reply: { raw } });
      return raw;
    };
  };

  it("are 64 of a member, wherever they are, and 256 of the visitors of a network", () => {
    const open = streams();
    for (let count = 0; count < 64; count += 1) open(`192.0.2.${count}`, 1);
    const tooMany = expect.objectContaining({ code: "too_many_requests", retryAfterS: 5 }) as Error;
    expect(() => open("192.0.2.100", 1)).toThrow(tooMany);
    open("192.0.2.100", 2);
    const [first] = Array.from({ length: 256 }, (_, count) => open(`2001:db8::${count}`));
    expect(() => open("2001:db8::ffff")).toThrow(tooMany);
    open("2001:db8:0:1::1");
    first?.emit("close");
    open("2001:db8::ffff");
  });

  it("are 1,500 in all, which leaves sockets of the store to others", () => {
    const open = streams();
    const opened = Array.from({ length: 1_500 }, (_, count) => open("192.0.2.1", count + 1));
    const away = expect.objectContaining({ code: "unavailable", retryAfterS: 5 }) as Error;
    expect(() => open("192.0.2.1", 2_000)).toThrow(away);
    // Its end is told twice, and counts once.
    opened[0]?.emit("finish");
    opened[0]?.emit("close");
    open("192.0.2.1", 2_000);
    expect(() => open("192.0.2.1", 2_001)).toThrow(away);
  });

  it("are given up at once where the connection has closed already", () => {
    const { add } = createOpenStreams(1);
    for (let count = 0; count < 300; count += 1) {
      const raw = answer();
      raw.destroy();
      add({ memberId: undefined, request: { ip: "192.0.2.1", raw: asked() }, reply: { raw } });
    }
  });
});
