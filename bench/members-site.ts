import http from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { Kampus } from "#e2e/kampus.ts";
import { tryLogin } from "#e2e/members.ts";

/** Calls as a member, past the locale; answers the body. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

export interface MembersSite {
  /** Signs the nth seeded member in (CONTRIBUTING.md); each calls over one connection. */
  signIn: (n: number) => Promise<Ask>;
  close: () => Promise<void>;
}

/** Serves a seeded database. */
export async function openMembersSite(databaseUrl: string): Promise<MembersSite> {
  const kampus = await Kampus.start({ DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: "1000" });
  const agents: http.Agent[] = [];
  return {
    async signIn(n) {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      return caller(kampus, agent, await tokenOf(kampus, n));
    },
    async close() {
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

function caller(
  { deployment: { rootDomain, port } }: Kampus,
  agent: http.Agent,
  token: string,
): Ask {
  const headers = { host: `profile.${rootDomain}:${port}`, authorization: `Bearer ${token}` };
  return async (method, path, body) => {
    const sent = body && JSON.stringify(body);
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .request(
          {
            host: "127.0.0.1",
            port,
            path: `/api/ru/${path}`,
            method,
            agent,
            headers: { ...headers, ...(sent && { "content-type": "application/json" }) },
          },
          resolve,
        )
        .once("error", reject)
        .end(sent);
    });
    const content = await text(answer);
    const { statusCode = 0 } = answer;
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${content}`);
    return JSON.parse(content) as unknown;
  };
}
