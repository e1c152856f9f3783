/** Content codings of prepared answers. */
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

/** In the order of preference. */
const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Compresses as small as possible, because it happens once per build, unless `quality` (that of Brotli, whose scale
 * goes further than that of gzip) says otherwise. A coding that saves nothing is left out.
 */
export async function encodeAll(
  content: Uint8Array,
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<Map<Encoding, Uint8Array>> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: Math.min(quality, constants.Z_BEST_COMPRESSION) }),
  ]);
  const encoded = new Map<Encoding, Uint8Array>([["identity", content]]);
  if (br.length < content.length) encoded.set("br", br);
  if (gz.length < content.length) encoded.set("gzip", gz);
  return encoded;
}

const refused = /;\s*q=0(?:\.0*)?$/;

/**
 * The best available coding that an Accept-Encoding header allows (RFC 9110 §12.5.3); the header's own order is
 * ignored.
 */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlyMap<Encoding, unknown>,
): Encoding {
  const accepted = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const coding = part.trim();
    if (!refused.test(coding)) accepted.add(coding.split(";", 1)[0]?.trim() ?? "");
  }
  const best = encodings.find((encoding) => accepted.has(encoding) && available.has(encoding));
  return best ?? "identity";
}
