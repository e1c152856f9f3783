/**
 * `npm run bench -- overload`: one member asks for 300 things at once, again and again, on PostgreSQL and with the limits
 * of production: how long another member waits meanwhile, beside a run in which nobody does so and one in which as much is
 * asked of a bare server, in turns. The last is the floor: whoever asks takes processor time of the same machine.
 */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { startFloor } from "#bench/floors/start-floor.ts";
import { answerTo, hostOf } from "#bench/measure/answer-to.ts";
import { reportOn } from "#bench/measure/report.ts";
import { startSteadyCalls } from "#bench/measure/steady-calls.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { befriend, karimov, type Member, newMember, write } from "#e2e/members.ts";
import { inRoot } from "#scripts/project/paths.mjs";

const atOnce = 300;
const rounds = 7;
const roundMs = 6_000;
const betweenMs = 1_000;
const asked = "/messenger/chats/all";

await using opened = await openTemporaryKampus({ RATE_LIMIT_SCALE: "1" });
await measure(opened.kampus);

async function measure(kampus: Kampus): Promise<void> {
  const [greedy, other] = [await newMember(kampus, karimov), await newMember(kampus, karimov)];
  await befriend(kampus, greedy, other);
  await write(kampus, greedy, other, "Салом");
  await using floor = await startFloor("bytes.ts", [inRoot("package.json")]);
  const { port } = kampus.deployment;
  const alone: number[] = [];
  const besideFloor: number[] = [];
  const meanwhile: number[] = [];
  const statuses = new Map<string, number>();
  await burst(kampus, greedy, port); // warms up
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await p99During(kampus, other, () => wait(roundMs)));
    besideFloor.push(
      await p99During(kampus, other, async () => {
        await bursts(kampus, greedy, new URL(floor.url).port);
      }),
    );
    meanwhile.push(
      await p99During(kampus, other, async () => {
        for (const status of await bursts(kampus, greedy, port))
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
  }
  report(median(alone), median(besideFloor), median(meanwhile), statuses);
}

async function bursts(kampus: Kampus, member: Member, port: string): Promise<string[]> {
  const end = Date.now() + roundMs;
  const statuses: string[] = [];
  while (Date.now() < end) {
    statuses.push(...(await burst(kampus, member, port)));
    await wait(betweenMs);
  }
  return statuses;
}

async function p99During(kampus: Kampus, member: Member, act: () => Promise<void>) {
  const stop = await startSteadyCalls(kampus, member, asked);
  await act();
  return (await stop()).p99Ms;
}

/** The statuses of 300 calls at once; a refusal that does not say when to come again is named. */
async function burst(kampus: Kampus, { token }: Member, port: string): Promise<string[]> {
  const headers = { host: hostOf(kampus, "site"), authorization: `Bearer ${token}` };
  const agent = new Agent({ maxSockets: atOnce });
  const call = async () => {
    const answer = await answerTo({ port, path: asked, headers, agent });
    const isComplete = answer.status === 200 || answer.headers["retry-after"] !== undefined;
    return isComplete ? String(answer.status) : `${answer.status} without Retry-After`;
  };
  const statuses = await Promise.all(Array.from({ length: atOnce }, call));
  agent.destroy();
  return statuses;
}

function report(
  aloneMs: number,
  besideFloorMs: number,
  meanwhileMs: number,
  statuses: Map<string, number>,
): void {
  const { line } = reportOn(
    `p99 of GET ${asked} while another member asks for ${atOnce} at once`,
    `GET ${asked}, ${atOnce} at once by one member every second or so`,
  );
  for (const [status, count] of statuses) line(`answered ${status}`, rounded(count));
  console.log("  p99 of another member's answers");
  line("with nobody else", `${rounded(aloneMs)} ms`);
  line("beside a bare server", `${rounded(besideFloorMs)} ms`, "of which as much is asked");
  line("meanwhile", `${rounded(meanwhileMs)} ms`);
  line("meanwhile ÷ bare server", atMost(meanwhileMs / besideFloorMs, 2));
  line("meanwhile ÷ nobody else", atMost(meanwhileMs / aloneMs, 2));
}
