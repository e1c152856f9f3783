import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeEach(async () => {
  member = await oneMember(kampus);
});
afterEach(closeSockets);

const newSession = () =>
  insertSession(kampus.db, member.id, { userAgent: "test", ip: "127.0.0.1" });
const logout = (token: string) => kampus.post("/api/logout", {}, { token });
const ended = ({ socket, payloadsOf }: TestSocket) => [
  socket.connected,
  payloadsOf("session_ended"),
];

describe("logout", () => {
  it("closes the session's sockets within a second, with the reason, and no others", async () => {
    const [elsewhere, stranger] = await Promise.all([newSession(), oneMember(kampus)]);
    const own = await Promise.all(
      [["polling"], ["websocket"], ["polling", "websocket"]].map((transports) =>
        connectSocket(kampus, { token: member.token, transports }),
      ),
    );
    const others = await Promise.all(
      [elsewhere, stranger.token].map((token) => connectSocket(kampus, { token })),
    );
    await logout(member.token);
    for (const socket of own)
      await expect
        .poll(() => ended(socket), { timeout: 1_000, interval: 10 })
        .toEqual([false, [{}]]);
    for (const socket of others) expect(ended(socket)).toEqual([true, []]);
  });

  it("leaves no socket to devices that were connecting meanwhile", async () => {
    const sockets: TestSocket[] = [];
    const connecting = Array.from({ length: 20 }, async () => {
      const socket = await connectSocket(kampus, {
        token: member.token,
        transports: ["websocket"],
      }).catch(() => null);
      if (socket) sockets.push(socket);
    });
    await Promise.all([...connecting.slice(0, 10), logout(member.token), ...connecting.slice(10)]);
    await expect
      .poll(() => sockets.filter(({ socket }) => socket.connected), { timeout: 1_000 })
      .toEqual([]);
  });
});

describe("a suspension by the operator, whose command is another process", () => {
  it("closes the member's sockets within seconds, with the reason, and no others", async () => {
    const stranger = await oneMember(kampus);
    const [socket, other] = await Promise.all(
      [member, stranger].map(({ token }) => connectSocket(kampus, { token })),
    );
    await testOperator(kampus)("members", "suspend", String(member.id), "--reason", "spam");
    await expect
      .poll(() => socket && ended(socket), { timeout: 3_000, interval: 10 })
      .toEqual([false, [{}]]);
    expect(other && ended(other)).toEqual([true, []]);
  });
});

describe("a session that ends by time", () => {
  it("closes its sockets, with the reason", async () => {
    await kampus.db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() + 1_500) })
      .where("user_id", "=", member.id)
      .execute();
    const socket = await connectSocket(kampus, { token: member.token });
    await expect.poll(() => ended(socket), { timeout: 5_000, interval: 10 }).toEqual([false, [{}]]);
  });
});
