/** An S3-compatible store of this machine, for tests of stored files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

export async function startTestS3() {
  const directory = mkdtempSync(path.join(tmpdir(), "kampus-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "kampus" }],
  });
  const { port } = await server.run();
  return {
    port,
    /** The value of S3_URL. */
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/kampus`,
    async close() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
