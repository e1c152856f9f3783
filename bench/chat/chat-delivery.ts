import { inPairs, startKampus, startRelay } from "#bench/chat/chat-subjects.ts";
import {
  contender,
  inRounds,
  type Measured,
  print,
  processorOf,
  rounds,
} from "#bench/chat/contenders.ts";
import { record } from "#bench/measure/report.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";

const crowd = inPairs(500);
const perSecond = 2_000;

/** Times of messages sent at a steady rate between two, late ones included. */
export async function measureDelivery(seconds: number): Promise<void> {
  console.log(
    `\n${perSecond.toLocaleString("en")} messages/s for ${seconds} s in ${rounds} rounds, ${2 * crowd.chats} sockets in ${crowd.chats} pairs`,
  );
  await using opened = new AsyncDisposableStack();
  const contenders = [
    await contender("bare relay", opened, () => startRelay("bare relay", crowd)),
    await contender("storing relay", opened, (url) => startRelay("storing relay", crowd, url)),
    await contender("Kampus", opened, (url) => startKampus(url, crowd)),
  ];
  const results = await inRounds(contenders, { perSecond, seconds });
  for (const result of results) print(result);
  const [bare, storing, kampus] = results as [Measured, Measured, Measured]; // one of each contender
  compare(kampus, { bare, storing });
}

function compare(kampus: Measured, floors: { bare: Measured; storing: Measured }): void {
  console.log("  Kampus beside the storing relay (the bare one)");
  const subject = `${perSecond.toLocaleString("en")} messages/s`;
  for (const [name, of, limit] of [
    ["median delivery", ({ p50Ms }: Measured) => p50Ms, 1.3],
    ["p99 delivery", ({ p99Ms }: Measured) => p99Ms, 2],
    ["processor per message", (result: Measured) => processorOf(result).both, 1.5],
  ] as const) {
    const ratio = (floor: Measured) => of(kampus) / of(floor);
    const besideStoring = atMost(ratio(floors.storing), limit, "×");
    console.log(
      `    ${name.padEnd(22)} ${record(subject, `${name} beside the storing relay`, besideStoring)}  (${rounded(ratio(floors.bare))}×)`,
    );
  }
  const lost = record(subject, "lost or refused", atMost(kampus.lost + kampus.refused, 0));
  console.log(`    lost                   ${lost}`);
}
