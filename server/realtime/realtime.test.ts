import { createServer } from "node:http";
import { pino } from "pino";
import { io } from "socket.io-client";
import { expect, it } from "vitest";
import { createRealtime } from "#server/realtime/realtime.ts";

it("a session that ends while its socket connects gets nothing but its end", async () => {
  const member = {
    id: 1,
    verified: true,
    locale: "ru",
    sessionId: "session",
    expiresAt: new Date(Date.now() + 60_000),
    useIsUnmarked: false,
  };
  const found = [member, null];
  const realtime = createRealtime({
    deployment: { rootDomain: "localhost", scheme: "http", port: "" },
    frameScale: 1,
    redis: null,
    findSession: () => Promise.resolve(found.shift() ?? null),
    log: pino({ level: "silent" }),
  });
  realtime.onConnect((_userId, emit) => {
    emit("greeting", {});
    return Promise.resolve();
  });
  const server = createServer();
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const socket = io(`http://localhost:${port}`, {
    extraHeaders: { Authorization: "Bearer token" },
    reconnection: false,
  });
  try {
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    await new Promise((resolve) => socket.once("disconnect", resolve));
    expect(heard).toEqual(["session_ended"]);
  } finally {
    socket.close();
    await realtime.io.close();
  }
});

it("a session that ended unheard of loses its socket", async () => {
  const member = {
    id: 1,
    verified: true,
    locale: "ru",
    sessionId: "session",
    expiresAt: new Date(Date.now() + 60_000),
    useIsUnmarked: false,
  };
  let session: typeof member | null = member;
  const { port, close } = await serve({
    recheckMs: 20,
    findSession: () => Promise.resolve(session),
  });
  const socket = io(`http://localhost:${port}`, {
    extraHeaders: { Authorization: "Bearer token" },
    reconnection: false,
  });
  try {
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    const closed = new Promise((resolve) => socket.once("disconnect", resolve));
    session = null;
    await closed;
    expect(heard).toEqual(["session_ended"]);
  } finally {
    socket.close();
    await close();
  }
});

async function serve(
  options: Pick<Parameters<typeof createRealtime>[0], "findSession" | "recheckMs">,
) {
  const realtime = createRealtime({
    deployment: { rootDomain: "localhost", scheme: "http", port: "" },
    frameScale: 1,
    redis: null,
    log: pino({ level: "silent" }),
    ...options,
  });
  const server = createServer();
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { port, close: () => realtime.io.close() };
}
