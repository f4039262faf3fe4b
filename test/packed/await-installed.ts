import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { outcomeFile } from './outcome-file.ts';

const file = outcomeFile(inject('packedDirectory'));
while (!existsSync(file)) await setTimeout(50);
const problem = readFileSync(file, 'utf8');
if (problem !== '') throw new Error(`The packed packages can't be installed: ${problem}`);
