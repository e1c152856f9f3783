export interface PresenceTables {
  /** Nodes that serve sockets, and until when each counts as alive. */
  presence_nodes: {
    id: string;
    alive_until: Date;
  };
  /** Members with a connected device, and the node it is connected to. */
  present_members: {
    user_id: number;
    node_id: string;
  };
}
