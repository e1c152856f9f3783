import type { Namespace } from "socket.io";
import { ClusterAdapter, type ClusterMessage, MessageType } from "socket.io-adapter";

/** What nodes write to each other: an event, or a word about the way itself. */
export interface NodeMessage {
  node: string;
  event?: ClusterMessage;
  /** Where in a trace the event was written. */
  trace?: string;
  /** The number of a beat, which a node writes to itself. */
  beat?: number;
  /** So many events of the node did not reach the others. */
  lost?: number;
}

interface Way {
  write: (event: ClusterMessage, rooms: string[]) => void;
  /** No socket of this node is in the room any more. */
  left: (room: string) => void;
  close: () => void;
}

/**
 * The adapter of Socket.IO, which does the work of one on its node; `way` brings it what happens on others. That of
 * @socket.io/redis-adapter for sharded channels writes what has several rooms, as each message has, to all nodes.
 */
export class NodeAdapter extends ClusterAdapter {
  readonly #way: Way;

  constructor(namespace: Namespace, way: Way) {
    super(namespace);
    this.#way = way;
    this.on("delete-room", way.left);
  }

  /** An event of another node. */
  receive(event: ClusterMessage): void {
    this.onMessage(event);
  }

  serverSide(packet: unknown[]): ClusterMessage {
    const { name: nsp } = this.nsp as Namespace; // Its type is missing in the adapter's.
    return { uid: this.uid, nsp, type: MessageType.SERVER_SIDE_EMIT, data: { packet } };
  }

  override close(): void {
    this.#way.close();
  }

  /** Waits for nothing: devices of this node receive it next. The offset has a use for connection state recovery only. */
  protected override doPublish(event: ClusterMessage): Promise<string> {
    const rooms = event.type === MessageType.BROADCAST ? event.data.opts.rooms : [];
    this.#way.write(event, rooms);
    return Promise.resolve("");
  }

  /** Nothing in Kampus asks the devices of other nodes for an answer. */
  protected override doPublishResponse(): Promise<void> {
    return Promise.reject(new Error("events between nodes are not answered"));
  }
}
