import { hash, randomBytes } from "node:crypto";

/** An opaque 256-bit secret; the database holds only its hash (SEC-S1). */
export const newToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => hash("sha256", token, "buffer");

/** The database knows a session by the hash of its token; the id of the session is the same in hex. */
export const hashOfSession = (sessionId: string) => Buffer.from(sessionId, "hex");
export const sessionIdOf = (tokenHash: Buffer) => tokenHash.toString("hex");
