/** How a queue of work stands: what is under way, what waits, and how much was refused since the start. */
export interface QueueLoad {
  running: number;
  waiting: number;
  refused: number;
}
