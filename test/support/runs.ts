/** How often a property runs: 15 times in `npm test`, 1,000 in CI. */
export const RUNS = Number(process.env['SLUICE_RUNS'] ?? 200);

/** For a property whose every run costs much, such as one that opens connections. */
export const atMost = (most: number): number => Math.min(RUNS, most);
