/** What an operator pastes from the documents does what they say. */
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";

const find = (pattern: string) => globSync(pattern, { cwd: inRoot(".") }).toSorted();
const read = (file: string) => readFile(inRoot(file), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "kampus-documents-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the documents write into kampus.env whatever stands in an operator's addresses", async () => {
  const [, making = ""] =
    /```sh\n(ACCOUNT_DOMAINS=.*?) \\\n {2}\| install/s.exec(await read("docs/operations.md")) ?? [];
  const given = {
    ROOT_DOMAIN: "kampus.test",
    S3_URL: String.raw`https://key:a%2Fb#&\1@s3.test/kampus?region=eu&x=$HOME`,
    BACKUP_S3_URL: "s3://key:secret=@bucket?region=eu",
    SMTP_URL: "smtp://me:a&b@mail.test:587",
  };
  const made = { DATABASE_PASSWORD: "secret", KEY_ENCRYPTION_KEYS: "ab/+&=" };
  const written = await run("bash", ["-euc", making], {
    ...{ cwd: inRoot("."), env: { ...given, ...made } },
  });
  expect(written.match(/^#.*/gm)).toEqual((await read("deploy/kampus.env")).match(/^#.*/gm));
  expect(
    Object.fromEntries([...written.matchAll(/^(\w+)=(.*)$/gm)].map(([, ...pair]) => pair)),
  ).toEqual({
    ...parseEnv(await read("deploy/kampus.env")),
    ...given,
    ACCOUNT_DOMAINS: "kampus.test",
    DATABASE_URL: "postgres://kampus:secret@127.0.0.1:6432/kampus",
    KEY_ENCRYPTION_KEYS: "ab/+&=",
  });
});

test("the commands of the documents are shell in which shellcheck finds no fault", async () => {
  const blocks = find("{README,CONTRIBUTING,docs/*}.md").flatMap((file) =>
    [...readFileSync(inRoot(file), "utf8").matchAll(/```sh\n(.*?)```/gs)].map(
      ([, text = ""], at) => ({ file: `${file.replaceAll("/", "-")}-${at + 1}.sh`, text }),
    ),
  );
  expect(blocks.length).toBeGreaterThan(20);
  for (const { file, text } of blocks) await writeFile(path.join(folder, file), text);
  const written = blocks.map(({ file }) => path.join(folder, file));
  // A block uses what another one has set, and whoever pastes it sees that a folder is missing.
  const others = "--exclude=SC2034,SC2154,SC2164";
  await expect(run("shellcheck", ["--shell=bash", others, ...written])).resolves.toBe("");
});

test("every script is one that shellcheck finds nothing in", async () => {
  const scripts = [...find("deploy/**/*.sh"), ".ci/run"].map(inRoot);
  await expect(run("shellcheck", scripts)).resolves.toBe("");
});
