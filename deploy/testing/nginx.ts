/** nginx before nodes, by the very files that an operator takes, on ports that only a server of a test's own may have. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Program, startProgram } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";

interface Before {
  /** Gets a folder `nginx`. */
  folder: string;
  /** Where members come in. */
  port: number;
  /** Of the nodes. */
  ports: readonly number[];
  /** The folder of the certificate, and the port and domain that lead to TLS; without it members come by http. */
  tls?: { folder: string; httpPort: number; domain: string };
  /** More lines of site.conf. */
  own?: string;
}

export async function startNginx({ folder, port, ports, tls, own = "" }: Before): Promise<Program> {
  const place = path.join(folder, "nginx");
  await mkdir(path.join(place, "temporary"), { recursive: true });
  if (tls) await cp(tls.folder, path.join(place, "tls"), { recursive: true });
  const shipped = await readFile(inRoot("deploy/nginx/nginx.conf"), "utf8");
  const configuration = tls ? onPorts(shipped, tls.httpPort, port) : withoutTls(shipped, port);
  await writeFile(path.join(place, "nginx.conf"), configuration);
  const example = await readFile(inRoot("deploy/nginx/site.conf"), "utf8");
  const site = example.replace("kampus.example", tls?.domain ?? "kampus.example");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${place}/temporary/${kind};\n`,
  );
  const named = ports.reduce((text, node, at) => text.replace(`:300${at + 1} `, `:${node} `), site);
  await writeFile(path.join(place, "site.conf"), `${named}${temporary.join("")}${own}`);
  const args = ["-c", path.join(place, "nginx.conf"), "-e", "stderr", "-g"];
  return startProgram("nginx", [...args, `daemon off; pid ${place}/pid;`], { port });
}

const onPorts = (shipped: string, httpPort: number, httpsPort: number) =>
  shipped
    .replace(/listen (\[::\]:)?80 /g, (_, six = "") => `listen ${six}${httpPort} `)
    .replace(/listen (\[::\]:)?443 /g, (_, six = "") => `listen ${six}${httpsPort} `);

/** The server of port 80, which only leads to TLS, is left out. */
const withoutTls = (shipped: string, port: number) =>
  shipped
    .replace(/ {2}server \{\n {4}listen 80 .*?\n {2}\}\n/s, "")
    .replace(/^ {2}ssl_.*\n/gm, "")
    .replace(/^ {4}listen \[::\]:443 .*\n/m, "")
    .replace(/listen 443 ssl http2 /, `listen 127.0.0.1:${port} `);
