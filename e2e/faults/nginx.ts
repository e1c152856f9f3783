/** nginx before several nodes, as an operator would set it up: sockets stay with a node, and who is refused gets the next. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { whenListening } from "#bench/measure/ports.ts";

export async function startNginx(port: number, nodePorts: number[]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "kampus-nginx-"));
  mkdirSync(path.join(folder, "temp"));
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, nodePorts));
  const nginx = spawn("nginx", ["-p", folder, "-c", file, "-e", "stderr"], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(nginx, "exit");
  await once(nginx, "spawn");
  const stop = () => nginx.kill("SIGTERM");
  process.on("exit", stop);
  await whenListening(port);
  return {
    async close() {
      process.off("exit", stop);
      stop();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, nodePorts: number[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/temp/${kind};`,
  );
  const servers = nodePorts.map((node) => `server 127.0.0.1:${node} max_fails=0;`).join(" ");
  // Only root may choose who the worker is, and only root has to: the folder is this user's alone.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `daemon off; ${user} worker_processes 1; pid ${folder}/pid; error_log stderr emerg;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000; client_max_body_size 300m;
  ${temporary.join(" ")}
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  upstream any { ${servers} keepalive 32; }
  upstream same { hash $http_authorization consistent; ${servers} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_connect_timeout 2s;
    proxy_read_timeout 90s;
    proxy_next_upstream error timeout http_503 non_idempotent;
    proxy_next_upstream_tries 2;
    location / { proxy_pass http://any; }
    location /socket.io/ { proxy_pass http://same; }
  }
}
`;
}
