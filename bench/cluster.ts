/**
 * `npm run bench -- cluster`: the processor time that one, two and four nodes spend on the same messages, on PostgreSQL
 * (DATABASE_URL, else the one on this machine) and a Redis of each cluster's own. BENCH_CLUSTER are the seconds of a
 * round, e.g. "5". Processor time is told apart from that of others, so the machine may do something else meanwhile.
 */
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { openCluster, type Spent } from "#bench/cluster/open-cluster.ts";

const clusters = [
  { size: 1, spread: "together" },
  { size: 2, spread: "by chance" },
  { size: 4, spread: "by chance" },
  // Nothing goes between these nodes: what they cost beside one is that of four processes with a quarter of the work.
  { size: 4, spread: "together" },
] as const;
const rounds = 3;
const perSecond = 600;
const pairs = 480;
const ratioMax = 1.15;
/** For each node of a cluster, since each compiles its hot functions for itself. */
const warmUpSeconds = 8;
const seconds = Number(process.env.BENCH_CLUSTER ?? 8);

console.log(
  `\n${perSecond} messages/s for ${seconds} s in each of ${rounds} rounds, between ${pairs} pairs of members`,
);
await using opened = new AsyncDisposableStack();
const contenders = [];
for (const { size, spread } of clusters) {
  const cluster = opened.adopt(await openCluster(size, pairs, spread), ({ close }) => close());
  await cluster.deliver({ perSecond, seconds: warmUpSeconds * size });
  contenders.push({ size, spread, cluster, played: [] as Spent[] });
}
// All take turns, so that a machine that slows down slows all.
for (let round = 0; round < rounds; round += 1)
  for (const { cluster, played } of contenders)
    played.push(await cluster.deliver({ perSecond, seconds }));

const perDelivery = (played: Spent[], of: keyof Spent["processorUs"]) =>
  median(played.map(({ processorUs, deliveries }) => processorUs[of] / deliveries));
const [alone = 0] = contenders.map(({ played }) => perDelivery(played, "nodes"));
for (const { size, spread, played } of contenders) {
  const us = (of: keyof Spent["processorUs"]) => rounded(perDelivery(played, of));
  const lost = played.reduce((sum, each) => sum + each.lost, 0);
  const ratio = perDelivery(played, "nodes") / alone;
  console.log(
    `  ${size} ${size === 1 ? "node " : "nodes"}, pairs ${spread.padEnd(9)}  ${us("nodes")} µs of the nodes a delivery, ` +
      `${us("redis")} µs of Redis, ${us("database")} µs of PostgreSQL; lost ${lost}` +
      (size === 1 ? "" : `   beside one node ${atMost(ratio, ratioMax, "×")}`),
  );
}
