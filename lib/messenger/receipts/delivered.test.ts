import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Delivered } from "#lib/messenger/receipts/delivered.ts";
import type { DeliveredFrame } from "#lib/messenger/contract/marks-schema.ts";

let frames: DeliveredFrame[];
let connected: boolean;
let delivered: Delivered;

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  connected = true;
  delivered = new Delivered();
  delivered.connect((frame) => {
    if (connected) frames.push(frame);
    return connected;
  });
});
afterEach(() => {
  delivered.stop();
  vi.useRealTimers();
});

it("one frame holds the receipts of what arrived within a second, for each chat the furthest", () => {
  for (const seq of [1, 3, 2]) delivered.arrived(7, seq);
  delivered.arrived(8, 5);
  expect(frames).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(frames).toEqual([
    [
      { chat_id: 7, seq: 3 },
      { chat_id: 8, seq: 5 },
    ],
  ]);
});

it("no receipt is sent twice", () => {
  delivered.arrived(7, 3);
  vi.advanceTimersByTime(1000);
  delivered.arrived(7, 3);
  delivered.arrived(7, 2);
  vi.advanceTimersByTime(5000);
  expect(frames).toHaveLength(1);
});

it("a device loses no receipt of what arrived while the connection was lost", () => {
  connected = false;
  delivered.arrived(7, 3);
  vi.advanceTimersByTime(5000);
  expect(frames).toEqual([]);
  delivered.connect((frame) => frames.push(frame) > 0);
  expect(frames).toEqual([[{ chat_id: 7, seq: 3 }]]);
});

it("a receipt that may have been lost with its connection is sent again by the next one, once its chat comes again", () => {
  delivered.arrived(7, 3);
  vi.advanceTimersByTime(1000);
  expect(frames).toHaveLength(1);
  delivered.connect((frame) => frames.push(frame) > 0);
  delivered.arrived(7, 3);
  vi.advanceTimersByTime(2000);
  expect(frames).toEqual([[{ chat_id: 7, seq: 3 }], [{ chat_id: 7, seq: 3 }]]);
});

it("a device never sends more than a frame a second, however many chats change", () => {
  for (let chat = 1; chat <= 250; chat += 1) delivered.arrived(chat, 1);
  vi.advanceTimersByTime(1000);
  expect(frames.map(({ length }) => length)).toEqual([100]);
  vi.advanceTimersByTime(2000);
  expect(frames.map(({ length }) => length)).toEqual([100, 100, 50]);
});
