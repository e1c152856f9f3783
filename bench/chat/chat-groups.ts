import { startKampus, startRelay } from "#bench/chat/chat-subjects.ts";
import { contender, inRounds, type Measured, print, processorOf } from "#bench/chat/contenders.ts";
import { reportOn } from "#bench/measure/report.ts";
import { atMost } from "#bench/measure/targets.ts";

/** As many sockets as in pairs. */
const crowd = { chats: 5, membersEach: 200 };
/** Few enough that also a busy machine keeps up: each is delivered 200 times. */
const perSecond = 20;

/** What a delivery takes of the processor in groups, beside a relay that stores nothing and emits to a room. */
export async function measureGroups(seconds: number): Promise<void> {
  const subject = `groups of ${crowd.membersEach}`;
  const { line } = reportOn(
    subject,
    `${perSecond} messages/s for ${seconds} s in ${crowd.chats} ${subject}, all of them connected`,
  );
  await using opened = new AsyncDisposableStack();
  const contenders = [
    await contender("bare relay", opened, () => startRelay("bare relay", crowd)),
    await contender("Kampus", opened, (url) => startKampus(url, crowd)),
  ];
  const results = await inRounds(contenders, { perSecond, seconds });
  const recipients = crowd.membersEach;
  for (const result of results) print(result, { per: "delivery", recipients });
  const [bare, kampus] = results as [Measured, Measured]; // one of each contender
  const perDelivery = (result: Measured) => processorOf(result, recipients).both;
  line(
    "processor per delivery beside the bare relay",
    atMost(perDelivery(kampus) / perDelivery(bare), 2.5, "×"),
  );
  line("lost or refused", atMost(kampus.lost + kampus.refused, 0));
}
