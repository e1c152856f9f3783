/** What compose.yaml and the documents say of the containers that stand beside the nodes. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { inRoot } from "#scripts/project/paths.mjs";

const read = (file: string) => readFile(inRoot(file), "utf8");

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      healthcheck: z.object({ start_period: z.string().optional() }).optional(),
    }),
  ),
});
const services = async () =>
  composeFile.parse(parse(await read("deploy/compose.yaml"), { merge: true })).services;

test("a PostgreSQL that replays its log for hours before it answers counts as starting, not as unhealthy", async () => {
  const { postgres } = await services();
  expect(postgres?.healthcheck?.start_period).toBe("24h");
});

test("the restore with containers starts PostgreSQL alone, since Compose would wait for others, and not see that it ends", async () => {
  const restore = /docker compose stop one two mirror.*?```/s.exec(
    await read("docs/operations.md"),
  );
  const [started] = restore?.[0].match(/docker compose up .*/) ?? [];
  expect(started).toBe("docker compose up --detach postgres");
});

test("a variable is set anew for every container that reads those of a node", async () => {
  const names = Object.entries(await services()).flatMap(([name, { image }]) =>
    image === "kampus" ? [name] : [],
  );
  expect(names).toEqual(["one", "two", "mirror"]);
  const [row] = /^\| a variable in .*/m.exec(await read("docs/runbooks.md")) ?? [];
  const [, , containers = ""] = row?.split("|") ?? [];
  for (const name of names) expect(containers).toMatch(new RegExp(`\\b${name}\``));
});
