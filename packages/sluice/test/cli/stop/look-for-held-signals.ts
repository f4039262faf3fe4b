import { createInterface } from 'node:readline';
import { heldSignals } from '../../../src/cli/stop/held-signals.ts';

/** Looks once for each line of its input, and prints what it found. */
const look = heldSignals(process.ppid);
console.log('ready');
createInterface({ input: process.stdin }).on('line', () => console.log(look()));
