import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { Pool } from "pg";

/** What the types of pg do not tell of a client in a pool; the stream is a socket, or TLS over one. */
interface Connected {
  connection: EventEmitter & {
    stream: Pick<Socket, "bytesWritten" | "destroy" | "on" | "setTimeout">;
  };
}

/**
 * Gives up connections on which a question was asked and nothing heard for `afterMs`: a server that froze, or a network
 * that swallows packets, would let those who asked wait without an end. Not while `isPatient` says so.
 */
export function giveUpSilent(
  pool: Pool,
  { afterMs, isPatient }: { afterMs: number; isPatient: () => boolean },
): void {
  pool.on("connect", (client) => {
    const { connection } = client as unknown as Connected; // See there.
    const { stream } = connection;
    let answered = stream.bytesWritten;
    connection.on("readyForQuery", () => {
      answered = stream.bytesWritten;
    });
    stream.setTimeout(afterMs);
    // Told each time that it was quiet for so long, also while nothing was asked.
    stream.on("timeout", () => {
      if (stream.bytesWritten > answered && !isPatient()) stream.destroy();
    });
  });
}
