/** Runs PGlite and its socket server off the main thread (docs/architecture.md). */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string };

const database = await PGlite.create({ dataDir });
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 1 });
await server.start();

parentPort?.once("message", () => {
  void server
    .stop()
    .then(() => database.close())
    .then(() => parentPort?.close());
});
parentPort?.postMessage("ready");
