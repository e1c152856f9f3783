import { createServer, type Socket } from "node:net";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

/** A Redis that answers every command with an empty text, and with nothing once it was silenced. */
export async function startSilentRedis() {
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
  const port = await listenOnFreePort(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    silence: () => {
      isSilent = true;
    },
    close: () => void server.close(),
  };
}
