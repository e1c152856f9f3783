import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort, whenListening } from "#bench/measure/ports.ts";
import { ended, type Floor, startFloor } from "#bench/floors/start-floor.ts";

/** nginx with the very bytes and headers that Kampus sends, from a file; one worker, as Kampus is one process. */
export async function startByteFloor(
  body: Uint8Array,
  headers: Record<string, string>,
): Promise<Floor & { name: string }> {
  await using opening = new AsyncDisposableStack();
  const { path: folder } = opening.use(
    await mkdtempDisposable(path.join(os.tmpdir(), "kampus-bench-")),
  );
  const file = path.join(folder, "page");
  await writeFile(file, body);
  const nginx = await startNginx(folder, file, headers).catch(() => null);
  const args = [file, ...Object.entries(headers).flat()];
  const floor = opening.use(nginx ?? (await startFloor("bytes.ts", args)));
  const opened = opening.move();
  return {
    ...floor,
    name: nginx ? "nginx" : "bare node:http (no nginx on PATH)",
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** @throws where there is no nginx */
async function startNginx(
  folder: string,
  file: string,
  headers: Record<string, string>,
): Promise<Floor> {
  const port = await freePort();
  await mkdir(path.join(folder, "temp"));
  const configuration = path.join(folder, "nginx.conf");
  await writeFile(configuration, configurationOf(folder, file, headers, port));
  const nginx = spawn("nginx", ["-p", folder, "-c", configuration, "-e", "stderr"], {
    stdio: "ignore",
  });
  await once(nginx, "spawn");
  await whenListening(port);
  return {
    url: `http://127.0.0.1:${port}/`,
    processId: nginx.pid ?? 0,
    [Symbol.asyncDispose]: () => ended(nginx),
  };
}

function configurationOf(
  folder: string,
  file: string,
  headers: Record<string, string>,
  port: number,
): string {
  const { "content-type": type = "text/html", ...others } = headers;
  const added = Object.entries(others).map(
    ([name, value]) => `add_header ${name} ${JSON.stringify(value)};`,
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/temp/${kind};`,
  );
  // Only root can, and must, name the worker's user: the folder is this user's alone.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `daemon off; ${user} worker_processes 1; pid ${folder}/pid;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
  ${temporary.join(" ")}
  server {
    listen 127.0.0.1:${port};
    location / { root ${folder}; try_files /${path.basename(file)} =404; types {} default_type ${JSON.stringify(type)}; ${added.join(" ")} }
  }
}
`;
}
