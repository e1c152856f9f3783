/** Full disks: that of the database, and that on which uploads are received. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closedAtEnd, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import { call, karimov, type Member, newMember, write } from "#e2e/members.ts";
import { jpegFile } from "#e2e/picture-files.ts";

/** A small disk in memory; to make one takes root. */
function openDisk(sizeMb: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "kampus-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m`, "tmpfs", folder]);
  chmodSync(folder, 0o777);
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => {
      rmSync(filler, { force: true });
    },
    close() {
      execFileSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

let disks: Record<"tables" | "uploads", ReturnType<typeof openDisk>>;
let site: TwoNodes;
let one: Member;
let other: Member;
const opened = closedAtEnd();
beforeAll(async () => {
  disks = { tables: await opened(openDisk(256)), uploads: await opened(openDisk(16)) };
  const postgres = { tablesFolder: disks.tables.folder };
  site = await opened(startSite({ postgres, variables: { VAR_DIR: disks.uploads.folder } }));
  [one, other] = [await newMember(site, karimov), await newMember(site, karimov)];
});

describe("while the disk is full", () => {
  it("of the database, writing is refused and reading works; after it, writing works without a restart", async () => {
    const chatId = await write(site, one, other, "салом");
    const send = async () => {
      const body = { chat_id: chatId, client_id: crypto.randomUUID(), text: "ш".repeat(4_000) };
      const headers = { authorization: `Bearer ${one.token}` };
      const answer = await site.request("messenger", "/private/sendMessage", {
        ...{ method: "POST", headers, body },
      });
      return answer.status;
    };
    disks.tables.fill();
    const statuses = new Set<number>();
    // Rows that fit into existing pages are still written.
    await expect
      .poll(
        async () => {
          const status = await send();
          statuses.add(status);
          return status;
        },
        { timeout: 60_000, interval: 1 },
      )
      .toBe(503);
    expect([...statuses].every((status) => status === 201 || status === 503)).toBe(true);
    await call(site, other, "GET", `/messenger/private/getMessages/${chatId}?after=0&limit=10`);
    disks.tables.free();
    await expect.poll(send, { timeout: 30_000 }).toBe(201);
  });

  it("on which uploads are received, one is refused and leaves nothing; after it, one is accepted", async () => {
    const { buffer, mimeType } = await jpegFile("photo.jpg", "noise", 2_000, 1_500);
    const upload = async () => {
      const body = new FormData();
      body.set("image", new Blob([new Uint8Array(buffer)], { type: mimeType }), "photo.jpg");
      const headers = { authorization: `Bearer ${one.token}` };
      const answer = await site.request("", "/api/ru/profile/setting/images/upload", {
        ...{ method: "POST", headers, body },
      });
      return answer.status;
    };
    disks.uploads.fill();
    expect(await upload()).toBe(503);
    await call(site, one, "GET", "/api/ru/user");
    disks.uploads.free();
    expect(await upload()).toBe(201);
  });
});
