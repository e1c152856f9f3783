/**
 * `npm run bench -- cluster`: the processor time that one, two and four nodes spend on a message, on PostgreSQL
 * (DATABASE_URL, else the one on this machine) and a Redis of each cluster's own. BENCH_CLUSTER are the seconds of a
 * round, e.g. "5". Processor time leaves out that of other programs, so the machine may do something else meanwhile.
 *
 * A node that has more to do spends less on each message, since it stores and counts several at once. So a cluster stands
 * beside one node that has as much to do as each of its nodes: what is above that are the events between them. It also
 * prints the ratio to one node under the same total load, and what a node without members spends meanwhile.
 */
import { record } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { openCluster, type Spent } from "#bench/cluster/open-cluster.ts";

const sizes = [1, 2, 4] as const;
const rounds = 3;
const perSecond = 600;
const pairs = 480;
const ratioMax = 1.15;
/** For each node of a cluster, since each compiles its hot functions for itself. */
const warmUpSeconds = 8;
const idleSeconds = 5;
const seconds = Number(process.env.BENCH_CLUSTER ?? 8);

interface Contender {
  size: number;
  perSecond: number;
  deliver: Awaited<ReturnType<typeof openCluster>>["deliver"];
  /** The processor time of the bystander, on which no member is. */
  idleMsPerS: number;
  played: Spent[];
}

console.log(
  `\nmessages between ${pairs} pairs of members, ${seconds} s in each of ${rounds} rounds; for each that is delivered`,
);
await using opened = new AsyncDisposableStack();
const contenders: Contender[] = [];
for (const size of sizes) {
  const cluster = opened.use(await openCluster(size, pairs));
  const { deliver } = cluster;
  await deliver({ perSecond, seconds: warmUpSeconds * size });
  const idleMsPerS = (await cluster.idled(idleSeconds * 1000)) / idleSeconds;
  // One node is measured with the load of a node of each cluster.
  for (const part of size === 1 ? sizes : [1])
    contenders.push({ size, perSecond: perSecond / part, deliver, idleMsPerS, played: [] });
}
// All take turns, so that a machine that slows down slows all.
for (let round = 0; round < rounds; round += 1)
  for (const { deliver, perSecond: rate, played } of contenders)
    played.push(await deliver({ perSecond: rate, seconds }));

type Cost = (spent: Spent) => number;
const nodesUs: Cost = ({ processorUs }) => processorUs.nodes;
const ofEach = ({ played }: Contender, cost: Cost) =>
  median(played.map((spent) => cost(spent) / spent.deliveries));
const besideOneAt = (contender: Contender, rate: number) => {
  const one = contenders.find((other) => other.size === 1 && other.perSecond === rate);
  return ofEach(contender, nodesUs) / (one ? ofEach(one, nodesUs) : NaN);
};
const besideOnes = (contender: Contender) => {
  const { size, perSecond: rate } = contender;
  const ofANode = rate / size;
  const ratio = record(
    `${size} nodes at ${rate} messages/s`,
    `processor time of a message beside one node at ${ofANode}/s`,
    atMost(besideOneAt(contender, ofANode), ratioMax, "×"),
  );
  return `; beside one node at ${ofANode}/s ${ratio}, at ${rate}/s ${rounded(besideOneAt(contender, rate))}×`;
};
for (const contender of contenders) {
  const { size, perSecond: rate, idleMsPerS, played } = contender;
  const bystanderMsPerS =
    ofEach(contender, ({ processorUs }) => processorUs.bystander / 1000) * rate;
  const costs = [
    `${rounded(ofEach(contender, nodesUs))} µs of the ${size === 1 ? "node" : "nodes"}`,
    `${rounded(ofEach(contender, ({ processorUs }) => processorUs.redis))} µs of Redis`,
    `${rounded(ofEach(contender, ({ processorUs }) => processorUs.database))} µs of PostgreSQL`,
    `${rounded(ofEach(contender, ({ redisBytes }) => redisBytes))} bytes read from Redis`,
    `a node without members ${rounded(bystanderMsPerS)} ms a second, ${rounded(idleMsPerS)} ms without messages`,
    `lost ${played.reduce((sum, { lost }) => sum + lost, 0)}`,
  ];
  console.log(
    `  ${size} ${size === 1 ? "node " : "nodes"} at ${rate}/s  ${costs.join(", ")}` +
      (size === 1 ? "" : besideOnes(contender)),
  );
}
