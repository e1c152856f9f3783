/** The load of a work queue: what is under way, what waits, and how much was refused since the start. */
export interface QueueLoad {
  running: number;
  waiting: number;
  refused: number;
}
