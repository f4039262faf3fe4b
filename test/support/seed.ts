import { configureGlobal } from 'fast-check';

const seed = process.env['SLUICE_SEED'];
// The seed that a failed property printed, so that it fails the same way again.
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
