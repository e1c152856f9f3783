import { expect, test } from "vitest";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";

test.each([
  ["/private/12", { kind: "private", chatId: 12 }],
  ["/group/7", { kind: "group", chatId: 7 }],
  ["/", null],
  ["/private", null],
  ["/private/0", null],
  ["/private/1e3", null],
  ["/channel/12", null],
  ["/private/12/more", null],
])("%s names the chat that it shows", (path, address) => {
  expect(chatAddressOf(path)).toEqual(address);
});
