import { fileURLToPath } from 'node:url';
import { packageVersion } from '../cli/package-version.ts';
import type { runProgram } from '../cli/run-program.ts';
import { chunkLoader } from './chunk-loader.ts';
import { codeCache } from './code-cache.ts';
import { shippedCode } from './shipped-code.ts';
import { codeDirectory } from '@sluice/base';

/** The built program, loaded by the launcher in `bin`. Next to this file, `cli` holds its chunks, and `code` what the build has compiled. */
const isWanted = process.env['NODE_DISABLE_COMPILE_CACHE'] !== '1';
const directory = isWanted ? codeDirectory(process.env) : undefined;
const cache = directory === undefined ? undefined : codeCache(directory);
const { load, keep } = chunkLoader({
  directory: fileURLToPath(new URL('cli', import.meta.url)),
  shipped: isWanted
    ? shippedCode(
        fileURLToPath(new URL('code', import.meta.url)),
        process.argv[2] === 'exec' ? 'exec' : undefined,
      )
    : undefined,
  cache,
});

process.on('exit', (code) => {
  // Someone who stops the program doesn't wait for work that makes the next start faster.
  if (code === 0) keep();
});
const program = load('main.cjs');
if (!isProgram(program)) throw new Error('The command is incomplete: build it again with npm run build.');
await program.runProgram(() => packageVersion(new URL('../package.json', import.meta.url)));

function isProgram(value: unknown): value is { runProgram: typeof runProgram } {
  return typeof value === 'object' && value !== null && 'runProgram' in value;
}
