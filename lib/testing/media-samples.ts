/** A file of a member, and a list that holds it, for tests. */
import type { Media } from "#lib/files/schema.ts";

export const mediaSample: Media = {
  id: 1,
  name: "Диплом.pdf",
  mime: "application/pdf",
  kind: "document",
  size: 1024,
  url: "/files/media/0123456789abcdef0123456789abcdef/file",
  thumb_url: null,
  width: null,
  height: null,
  created_at: "2026-11-20T12:00:00.000Z",
};

const quota = 1024 * 1024;

export const ownList = (files: readonly Media[], used = 0) => ({
  data: files,
  meta: { next: null, used_bytes: used, quota_bytes: quota },
});
