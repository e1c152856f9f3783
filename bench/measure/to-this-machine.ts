import type { LookupFunction } from "node:net";

/** Resolves every host to this machine, so that a client can name the host that it means. */
export const toThisMachine: LookupFunction = (_hostname, { all }, done) => {
  if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
};
