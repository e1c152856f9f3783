import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { Subject } from "#bench/chat/chat-subjects.ts";
import { ended } from "#bench/floors/start-floor.ts";
import { endedWithParent } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const outcome = z.object({
  messages: z.int(),
  lost: z.int(),
  refused: z.int(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
});
export type Outcome = z.infer<typeof outcome>;

/** Runs the devices of a subject's members in a process of their own. */
interface Devices extends AsyncDisposable {
  connect: (count: number) => Promise<void>;
  send: (rate: { perSecond: number; seconds: number }) => Promise<Outcome>;
}

/** Where a program runs on several nodes, members are spread over their `ports`. */
export async function openDevices(
  {
    host,
    port,
    path,
    tokens,
    chatIds,
  }: Pick<Subject, "host" | "port" | "path" | "tokens" | "chatIds">,
  ports: number[] = [port],
): Promise<Devices> {
  const child = fork(inRoot("bench/chat/chat-load.ts"), {
    execPath: projectNode,
    execArgv: endedWithParent("SIGTERM"),
  });
  const gone = once(child, "exit").then(() => {
    throw new Error("the devices have gone");
  });
  gone.catch(() => undefined); // Only who awaits an answer needs to know it.
  const answer = async () => {
    const [content] = (await Promise.race([once(child, "message"), gone])) as [unknown];
    return content;
  };
  const ask = (order: object) => {
    child.send(order);
    return answer();
  };
  // As a message: Linux allows an argument 128 KB, which is the tokens of some 3,000 members.
  await ask({ host, ports, path, tokens, chatIds });
  return {
    async connect(count) {
      await ask({ connect: count });
    },
    send: async (rate) => outcome.parse(await ask(rate)),
    [Symbol.asyncDispose]: () => ended(child),
  };
}
