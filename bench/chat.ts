/**
 * `npm run bench -- chat`: messages between 500 pairs of devices and in groups of 200 beside relays of Socket.IO, in one run;
 * and memory of 10,000 idle sockets; and pages of a chat of ten million messages beside one of a thousand; and how soon a
 * chat is painted. On PostgreSQL (DATABASE_URL, else the one on this machine).
 * BENCH_CHAT names what is measured: "delivery", "groups", "memory", "history", "screen" or several; and the seconds of the
 * delivery, e.g. "delivery 5".
 */
import { measureDelivery } from "#bench/chat/chat-delivery.ts";
import { measureGroups } from "#bench/chat/chat-groups.ts";
import { measureHistory } from "#bench/chat/chat-history.ts";
import { measureMemory } from "#bench/chat/chat-memory.ts";
import { measureScreen } from "#bench/chat/chat-screen.ts";

const asked = (process.env.BENCH_CHAT ?? "delivery groups memory history screen").split(/\s+/);
const seconds = Number(asked.find((word) => /^\d+$/.test(word)) ?? 30);

if (asked.includes("delivery")) await measureDelivery(seconds);
if (asked.includes("groups")) await measureGroups(seconds);
if (asked.includes("memory")) await measureMemory();
if (asked.includes("history")) await measureHistory();
if (asked.includes("screen")) await measureScreen();
