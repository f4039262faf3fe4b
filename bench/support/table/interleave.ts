/** Measures both in turns, A B A B, so that what disturbs the machine disturbs both. */
export async function interleave(
  runs: number,
  ours: () => number | Promise<number>,
  baseline: () => number | Promise<number>,
): Promise<{ readonly ours: readonly number[]; readonly baseline: readonly number[] }> {
  const measured = { ours: Array<number>(), baseline: Array<number>() };
  for (let run = 0; run < runs; run += 1) {
    measured.ours.push(await ours());
    measured.baseline.push(await baseline());
  }
  return measured;
}

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
