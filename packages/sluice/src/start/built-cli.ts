import { fileURLToPath } from 'node:url';
import { packageVersion } from '../cli/package-version.ts';
import type { runProgram } from '../cli/run-program.ts';
import { chunkLoader } from './chunk-loader.ts';
import { codeCache } from './code-cache.ts';
import { codeDirectory } from '@sluice/base';

/** The program as it is built: what the launcher in `bin` loads. Its chunks lie in `cli`, beside this file. */
const isWanted = process.env['NODE_DISABLE_COMPILE_CACHE'] !== '1';
const directory = isWanted ? codeDirectory(process.env) : undefined;
const cache = directory === undefined ? undefined : codeCache(directory);
const { load, keep } = chunkLoader(fileURLToPath(new URL('cli', import.meta.url)), cache);

process.on('exit', (code) => {
  // Whoever stops a program does not wait for what makes the next one start faster.
  if (code === 0) keep();
});
const program = load('main.cjs');
if (!isProgram(program)) throw new Error('The command is incomplete: build it again with npm run build.');
await program.runProgram(() => packageVersion(new URL('../package.json', import.meta.url)));

function isProgram(value: unknown): value is { runProgram: typeof runProgram } {
  return typeof value === 'object' && value !== null && 'runProgram' in value;
}
