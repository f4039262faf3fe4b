/** Random cases of a property. */
export const runs = { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) };
