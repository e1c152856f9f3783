// @ts-check
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runNode } from "./child.mjs";
import { Fault } from "./fault.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { inRoot, projectNode, root, setupLog } from "./paths.mjs";
import { showProgress } from "./progress.mjs";
import { inTurn } from "./turn.mjs";

/** Everything that a build of the pages reads. */
const inputs = [
  "app",
  "components",
  "lib",
  "server/pages",
  "messages",
  "data",
  "public",
  "middleware.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
  "scripts/next-modules.mjs",
  "scripts/slim-zod.mjs",
  "tsconfig.json",
];

const stamp = inRoot(".next/inputs.sha256");

/** Next writes it last. */
const buildId = inRoot(".next/BUILD_ID");

const steps = [
  ["scripts/slim-zod.mjs"],
  ["node_modules/next/dist/bin/next", "build"],
  ["server/pages/build.ts"],
];

/** Builds the pages, unless the last finished build read the same files. */
export async function ensureBuilt() {
  if (await isBuilt()) return;
  await inTurn(async () => {
    if (await isBuilt()) return;
    await showProgress("Building the pages", build);
  });
}

async function isBuilt() {
  return (await readFile(stamp, "utf8").catch(() => "")) === (await inputsDigest());
}

const inputsDigest = () => fingerprint(root, inputs, (file) => !/\.test\.tsx?$/.test(file));

async function build() {
  const digest = await inputsDigest();
  for (const file of [stamp, buildId]) await rm(file, { force: true });
  for (const step of steps) {
    const ended = await runNode(projectNode, step, {
      quiet: true,
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    if (ended.signalled) throw new Fault("Stopped before the pages were built", ended.code);
    if (ended.code === 0) continue;
    await writeFile(setupLog, ended.output);
    console.error(`\n${ended.output.trim()}\n`);
    throw new Fault(
      `The pages could not be built; the output above is in ${path.relative(root, setupLog)}`,
    );
  }
  if (!existsSync(buildId)) throw new Fault("The build of the pages left nothing");
  await writeFile(stamp, digest);
}
