/** Prints by how many megabytes the memory of a client grows while its server writes 500 MB that are not protocol. */
import { argv, memoryUsage } from 'node:process';
import { openOurs, openPackage } from '../support/mcp-clients.ts';
import { peakMemory, resetPeakMemory } from '../support/process-memory.ts';

const open = argv[2] === 'ours' ? openOurs : openPackage;
const clients = await open(1);
await clients.call('echo', { text: 'ready' });
resetPeakMemory();
const before = memoryUsage.rss();
await clients.call('junk', {});
console.log(((peakMemory('self') ?? Number.NaN) * 1024 - before) / 1024 ** 2);
await clients.close();
