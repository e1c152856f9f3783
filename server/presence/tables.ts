export interface PresenceTables {
  /** Processes that serve sockets, and until when each has said that it lives. */
  presence_nodes: {
    id: string;
    alive_until: Date;
  };
  /** Members with a connected device, and at which process. */
  present_members: {
    user_id: number;
    node_id: string;
  };
}
