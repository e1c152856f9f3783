// @ts-check
/** `npm run dev`: Next reloads the pages; this restarts the server when a file that the server reads changes. */
import { EventEmitter, once } from "node:events";
import { watch } from "node:fs";
import path from "node:path";
import importRules from "#.dependency-cruiser.cjs";
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { inRoot, projectNode } from "./project/paths.mjs";
import { serverArguments, serverVariables } from "./project/serving.mjs";

const serverFolders = ["server", "messages", "data", "lib"];

/** The server reads only the contract of lib/; the rest belongs to the pages, which reload by themselves. */
const contract = importRules.forbidden?.find(({ name }) => name === "server-sees-only-contracts")
  ?.to.pathNot;
const read = new RegExp(`^(?:server|messages|data)/|${contract}`);
const ignored = /\.test\.tsx?$/;
/** An editor saves a file in several steps. */
const settleMs = 150;

await runCommand(async () => {
  await ensureInstalled();
  const { changes, stopWatching } = watchServerSources();
  for (;;) {
    const changed = once(changes, "change");
    let restarting = false;
    const { code, signalled } = await runNode(projectNode, serverArguments, {
      env: { ...serverVariables, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
      onSpawn: (stop) =>
        void changed.then(() => {
          restarting = true;
          stop("SIGTERM");
        }),
    });
    if (signalled) {
      stopWatching();
      return code;
    }
    if (!restarting)
      console.error(`✗ The server stopped (exit ${code}); it starts again after the next change`);
    await changed;
  }
});

function watchServerSources() {
  const changes = new EventEmitter();
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  const watchers = serverFolders.map((folder) =>
    watch(inRoot(folder), { recursive: true }, (_event, name) => {
      const file = path.posix.join(folder, (name ?? "").replaceAll("\\", "/"));
      if (!read.test(file) || ignored.test(file)) return;
      clearTimeout(settled);
      settled = setTimeout(() => {
        console.log(`… ${file} changed: restarting the server`);
        changes.emit("change");
      }, settleMs);
    }),
  );
  return { changes, stopWatching: () => watchers.forEach((watcher) => watcher.close()) };
}
