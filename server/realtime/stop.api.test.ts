import { expect, it } from "vitest";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

it("a server that stops leaves its clients trying to come back", async () => {
  const kampus = await startTestKampus();
  const { token } = await kampus.member();
  const { socket } = await connectSocket(kampus, { token, reconnection: true });
  const reason = new Promise((resolve) => socket.once("disconnect", resolve));
  await kampus.close();
  expect(await reason).toBe("transport close");
  expect(socket.active).toBe(true);
  closeSockets();
});
