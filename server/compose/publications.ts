/**
 * What a node publishes for the operator's command, a process without sockets: it changes rows and queues a publication
 * in the same transaction, which one node then does for all (D-TAKEDOWN).
 */
import type { Deps } from "#server/compose/deps.ts";

export type Publication =
  /** `freed`: media that are no longer attached to the message. */
  | { subject: "message"; chat_id: number; seq: number; freed: number[] }
  /** Files are due that no row claims any more. */
  | { subject: "files" }
  /** Has another title, image or owner. */
  | { subject: "group"; chat_id: number }
  /** `left`: who was in it. */
  | { subject: "closed_group"; chat_id: number; left: number[] }
  /** `cancelled`: the revision by which it was cancelled; null where only its words have changed. */
  | { subject: "event"; event_id: number; cancelled: number | null }
  /** Was deleted or restored, so that the counts of others have changed. */
  | { subject: "account"; user_id: number };

/** One retry a minute for about an hour; open pages have refetched by then, and during an upgrade a newer node has it. */
const retries = 70;

/** Must be called once the server is ready, because publications need its sweeps. */
export async function openPublications(deps: Deps): Promise<void> {
  await deps.jobs.open<Publication>("publication", (publication) => publish(deps, publication), {
    retries,
  });
}

async function publish(deps: Deps, publication: Publication): Promise<void> {
  switch (publication.subject) {
    case "message":
      await deps.changes.publishTakenDown(publication, publication.freed);
      break;
    case "files":
      deps.sweepFilesSoon();
      break;
    case "group":
      await deps.groups.publishChanged(publication.chat_id);
      break;
    case "closed_group":
      await deps.groups.publishClosed(publication.chat_id, publication.left);
      break;
    case "event":
      await deps.events.publishTakenDown(publication.event_id, publication.cancelled);
      break;
    case "account":
      await deps.friendships.publishCountersOf(publication.user_id);
      break;
    default:
      // Done would mean deleted: it waits for a node of the build that has queued it.
      publication satisfies never;
      throw new Error("the subject of the publication is of a newer build");
  }
}
