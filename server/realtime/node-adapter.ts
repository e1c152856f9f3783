import type { Namespace } from "socket.io";
import { ClusterAdapter, type ClusterMessage, MessageType } from "socket.io-adapter";

/** The messages between nodes: an event, or a control message. */
export interface NodeMessage {
  node: string;
  event?: ClusterMessage;
  /** The place in a trace where the event was written. */
  trace?: string;
  /** The number of a beat, which a node publishes to itself. */
  beat?: number;
  /** How many events of the node did not reach the others. */
  lost?: number;
}

interface Way {
  write: (event: ClusterMessage, rooms: string[]) => void;
  /** No socket of this node is in the room any more. */
  left: (room: string) => void;
  close: () => void;
}

/**
 * The adapter of Socket.IO for this node; `way` delivers events of other nodes. The sharded adapter of
 * @socket.io/redis-adapter would write events with several rooms, as each message has, to all nodes.
 */
export class NodeAdapter extends ClusterAdapter {
  readonly #way: Way;

  constructor(namespace: Namespace, way: Way) {
    super(namespace);
    this.#way = way;
    this.on("delete-room", way.left);
  }

  /** Delivers an event of another node. */
  receive(event: ClusterMessage): void {
    this.onMessage(event);
  }

  serverSide(packet: unknown[]): ClusterMessage {
    const { name: nsp } = this.nsp as Namespace; // the adapter's type lacks it
    return { uid: this.uid, nsp, type: MessageType.SERVER_SIDE_EMIT, data: { packet } };
  }

  override close(): void {
    this.#way.close();
  }

  /**
   * Does not wait, because devices of this node receive it next. The offset matters only for connection state recovery.
   */
  protected override doPublish(event: ClusterMessage): Promise<string> {
    const rooms = event.type === MessageType.BROADCAST ? event.data.opts.rooms : [];
    this.#way.write(event, rooms);
    return Promise.resolve("");
  }

  /** Always fails, because Kampus never asks devices of other nodes for an answer. */
  protected override doPublishResponse(): Promise<void> {
    return Promise.reject(new Error("events between nodes are not answered"));
  }
}
