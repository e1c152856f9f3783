/** A file for tests. */
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
