/** A certificate for a domain and all hosts below it, and the authority that vouches for it. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "#deploy/testing/programs.ts";

/** Returns the authority's certificate; `folder` gets fullchain.pem and privkey.pem, as proxies read them. */
export async function makeCertificate(folder: string, domain: string): Promise<Buffer> {
  await mkdir(folder);
  const file = (name: string) => path.join(folder, name);
  const newKey = "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(" ");
  await run("openssl", [
    ...[...newKey, "-x509", "-days", "1", "-subj", "/CN=Authority of a test"],
    ...["-keyout", file("authority.key"), "-out", file("authority.pem")],
  ]);
  await run("openssl", [
    ...[...newKey, "-subj", `/CN=${domain}`],
    ...["-keyout", file("privkey.pem"), "-out", file("request.pem")],
  ]);
  await writeFile(file("names"), `subjectAltName=DNS:${domain},DNS:*.${domain}\n`);
  await run("openssl", [
    ..."x509 -req -days 1 -CAcreateserial".split(" "),
    ...["-CA", file("authority.pem"), "-CAkey", file("authority.key")],
    ...["-in", file("request.pem"), "-extfile", file("names"), "-out", file("fullchain.pem")],
  ]);
  await chmod(file("privkey.pem"), 0o644); // Caddy is not started by root
  return readFile(file("authority.pem"));
}
