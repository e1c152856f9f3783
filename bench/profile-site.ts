import http from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type Ask, type ProfileCall, profileCalls } from "#bench/profile-calls.ts";
import { captchaAnswer, Kampus } from "#e2e/kampus.ts";

/** The second seeded member (CONTRIBUTING.md), who is compared, and the third, whose profile they look at. Of many, the first has more friends. */
const member = { login: "seeded2@kampus.example", password: "kampus seeded" };
const otherId = 3;

/** A server, and the member who calls it over one connection. */
export interface Site {
  calls: ProfileCall[];
  ask: Ask;
  close: () => Promise<void>;
}

const ids = z.object({ data: z.array(z.object({ id: z.int() })) });

/** Serves a seeded database and signs in. */
export async function openSite(databaseUrl: string): Promise<Site> {
  const kampus = await Kampus.start({ DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: "1000" });
  try {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = caller(kampus, agent, await signIn(kampus));
    const firstIn = async (list: string) => ids.parse(await ask("GET", list)).data[0]?.id ?? 0;
    return {
      calls: profileCalls(otherId, {
        educationId: await firstIn("profile/setting/educations"),
        jobId: await firstIn("profile/setting/jobs"),
      }),
      ask,
      async close() {
        agent.destroy();
        await kampus.close();
      },
    };
  } catch (error) {
    await kampus.close();
    throw error;
  }
}

async function signIn(kampus: Kampus): Promise<string> {
  const { key } = z
    .object({ key: z.string() })
    .parse(JSON.parse((await kampus.request("", "/api/captcha/flat")).body));
  const body = { ...member, captcha: captchaAnswer, key };
  const answer = await kampus.request("", "/api/ru/login", { method: "POST", body });
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
