import { Agent } from "node:http";
import { z } from "zod";
import { answerTo, hostOf } from "#bench/measure/answer-to.ts";
import { Kampus } from "#e2e/kampus.ts";
import { tryLogin } from "#e2e/members.ts";

/** Calls as a member, past the locale; answers the body. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

export interface MembersSite extends AsyncDisposable {
  /** Signs the nth seeded member in (CONTRIBUTING.md); each calls over one connection. */
  signIn: (n: number) => Promise<Ask>;
}

/** Serves a seeded database. */
export async function openMembersSite(databaseUrl: string): Promise<MembersSite> {
  const kampus = await Kampus.start({ DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: "1000" });
  const agents: Agent[] = [];
  return {
    async signIn(n) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      return caller(kampus, agent, await tokenOf(kampus, n));
    },
    async [Symbol.asyncDispose]() {
      for (const agent of agents) agent.destroy();
      await kampus.close();
    },
  };
}

async function tokenOf(kampus: Kampus, n: number): Promise<string> {
  const email = `seeded${n}@kampus.example`;
  const answer = await tryLogin(kampus, { email, password: "kampus seeded" });
  if (answer.status !== 200) throw new Error(`the login was answered ${answer.status}`);
  return z.object({ token: z.string() }).parse(JSON.parse(answer.body)).token;
}

function caller(kampus: Kampus, agent: Agent, token: string): Ask {
  const own = { host: hostOf(kampus, "profile"), authorization: `Bearer ${token}` };
  const { port } = kampus.deployment;
  return async (method, path, body) => {
    const sent = body && JSON.stringify(body);
    const headers = { ...own, ...(sent && { "content-type": "application/json" }) };
    const asked = { port, path: `/api/ru/${path}`, method, agent, headers };
    const answer = await answerTo(asked, sent);
    const content = answer.body.toString();
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
    return JSON.parse(content) as unknown;
  };
}
