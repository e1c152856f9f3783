import type { FastifyRequest } from "fastify";
import { mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";
import { mediaThumbBytesMax } from "#lib/media/schema.ts";

/** The form that a file comes in, and beside a video a frame of it. */
export const mediaForm = {
  field: "file",
  bytesMax: mediaBytesMax,
  pictureBytesMax,
  extras: { thumb: mediaThumbBytesMax },
};

/** What a form may have beside the file. */
const besidesBytesMax = mediaThumbBytesMax + 64 * 1024;

/** Of the file that is coming, as far as its sender says so before. */
export const bytesAtLeast = ({ headers }: FastifyRequest) =>
  Math.max(0, Number(headers["content-length"] ?? 0) - besidesBytesMax);
