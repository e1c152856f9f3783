import { hash, randomBytes } from "node:crypto";

/** An opaque 256-bit secret; the database holds only its hash (SEC-S1). */
export const newToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => hash("sha256", token, "buffer");

/** The hash by which the database knows a session; its id is the same in hex. */
export const hashOfSession = (sessionId: string) => Buffer.from(sessionId, "hex");
