/** Runs PGlite and its socket server off the main thread (docs/architecture.md). */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string }; // by embedded.ts

/**
 * Most of the default 128 MB of buffers would hold what the operating system has cached as well; one connection needs
 * little beside them.
 */
const settings = ["shared_buffers=16MB", "max_connections=5", "wal_buffers=1MB"];

const database = await PGlite.create({
  dataDir,
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])],
});
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 1 });
await server.start();

parentPort?.once("message", () => {
  void server
    .stop()
    .then(() => database.close())
    .then(() => parentPort?.close());
});
parentPort?.postMessage("ready");
