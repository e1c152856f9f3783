import { createServer, type Socket } from "node:net";
import { pino } from "pino";
import { expect, it } from "vitest";
import { connectRedis, isRedisAway } from "#server/infra/redis.ts";

it("a Redis that has stopped answering is away: a command fails soon, and those after it at once", async () => {
  let isSilent = false;
  const answer = (socket: Socket, commands: string) => {
    if (!isSilent) socket.write("$0\r\n\r\n".repeat(commands.match(/^\*\d/gm)?.length ?? 0));
  };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.setEncoding("utf8").on("data", (commands: string) => {
      answer(socket, commands);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const log = pino({ level: "silent" });
  const { commands, close } = await connectRedis(`redis://127.0.0.1:${port}`, log, 50);
  try {
    isSilent = true;
    const failures = [];
    for (const key of ["first", "second"])
      failures.push(await commands.get(key).catch((error: unknown) => error));
    expect(failures.map(isRedisAway)).toEqual([true, true]);
  } finally {
    close();
    server.close();
  }
});
