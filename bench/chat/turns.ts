/**
 * Runs the two alternately, in changing order, so that a slowing machine slows both. Other work of the machine only adds
 * to the times. One more round comes first to warm up. Returns the times of each round.
 */
export async function inTurns(
  { rounds, tries }: { rounds: number; tries: number },
  timeOne: (count: number) => Promise<number>,
  timeOther: (count: number) => Promise<number>,
): Promise<{ one: number[][]; other: number[][] }> {
  const times = { one: [] as number[][], other: [] as number[][] };
  for (let round = 0; round <= rounds; round += 1) {
    const inRound = { one: [] as number[], other: [] as number[] };
    for (let count = 0; count < tries; count += 1) {
      const inTurn = count % 2 === 0 ? (["one", "other"] as const) : (["other", "one"] as const);
      for (const whose of inTurn)
        inRound[whose].push(await (whose === "one" ? timeOne : timeOther)(count));
    }
    if (round === 0) continue;
    times.one.push(inRound.one);
    times.other.push(inRound.other);
  }
  return times;
}
