import { describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

describe("the messenger host", () => {
  it("answers the same without the prefix, in the language of Accept-Language", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const chat = await messenger.open(one, other);
    await messenger.say(one, chat.id);
    const paths = [
      `/private/getMessages/${chat.id}?limit=1`,
      "/chats/all?q=%D1%81",
      `/chats/private/${chat.id}`,
      "/new/messages",
      "/chats/private/999999",
      "/nothing",
      "/new/messages?token=x",
    ];
    const headers = { "accept-language": "uz" };
    for (const path of paths) {
      const bare = await kampus.get(path, {
        token: other.token,
        host: "messenger.kampus.localhost:3000",
        headers,
      });
      const prefixed = await kampus.get(`/messenger${path}`, { token: other.token, headers });
      expect(statusAndBody(bare)).toEqual(statusAndBody(prefixed));
    }
    const missing = await kampus.get("/chats/private/999999", {
      token: other.token,
      host: "messenger.kampus.localhost",
      headers,
    });
    expect(missing.json()).toEqual({ message: "Hech narsa topilmadi", code: "not_found" });
  });

  it.each(["site", "profile", "chat", "api", "messenger"])(
    "is not the only way: %s answers with the prefix",
    async (host) => {
      const { token } = await oneMember(kampus);
      const answer = await kampus.get("/messenger/new/messages", {
        token,
        host: `${host}.kampus.localhost`,
      });
      expect(statusAndBody(answer)).toEqual([200, { new_messages_count: 0 }]);
    },
  );
});
