import { configureGlobal } from 'fast-check';
import { RUNS } from './runs.ts';

const seed = process.env['SLUICE_SEED'];
// The seed that a failed property printed, so that it fails the same way again.
configureGlobal({ numRuns: RUNS, ...(seed === undefined ? undefined : { seed: Number(seed) }) });
