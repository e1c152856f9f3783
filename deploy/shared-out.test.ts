/** Which of the nodes nginx has answer a request, by the file that an operator takes. */
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { startNginx } from "#deploy/testing/nginx.ts";
import type { Program } from "#deploy/testing/programs.ts";

const script = (build: string) => `/_next/static/chunks/${build}.js`;
const tokens = Array.from({ length: 20 }, (_, at) => `token-${at}`);

let folder: string;
let nginx: Program;
let origin: string;
/** Each says which it is, and has the files of its own build alone. */
const nodes = ["old", "new"].map((build) =>
  http.createServer(({ url = "" }, response) => {
    const isKnown = !url.startsWith("/_next/static/") || url === script(build);
    response.writeHead(isKnown ? 200 : 404).end(isKnown ? build : "");
  }),
);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "kampus-shared-out-"));
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  for (const [at, node] of nodes.entries())
    await new Promise<void>((resolve) => node.listen(ports[at], "127.0.0.1", resolve));
  nginx = await startNginx({ folder, port, ports });
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await nginx.end();
  for (const node of nodes) node.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (address: string, headers: Record<string, string>) => {
  const response = await fetch(origin + address, { headers });
  return { status: response.status, answer: await response.text() };
};

test("the pages of a member, which know them by a cookie, and their calls, which send a header, reach one node", async () => {
  const reached = new Set<string>();
  for (const token of tokens) {
    const page = await ask("/ru", { cookie: `token=${token}` });
    reached.add(page.answer);
    expect(await ask("/api/me", { authorization: `Bearer ${token}` })).toEqual(page);
  }
  expect(reached).toEqual(new Set(["old", "new"]));
});

describe("while two builds serve", () => {
  test.each(["old", "new"])("everybody has the files of the %s one", async (build) => {
    for (const token of tokens)
      expect(await ask(script(build), { cookie: `token=${token}` })).toEqual({
        status: 200,
        answer: build,
      });
  });

  test("a file of neither is missing", async () => {
    expect(await ask(script("older"), {})).toEqual({ status: 404, answer: "" });
  });
});
