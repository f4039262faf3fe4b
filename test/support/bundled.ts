import { mkdirSync, renameSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files of several tests share what they import, so a bundle stays until the next run writes it anew. */
const DIRECTORY = join(ROOT, 'node_modules/.cache/bundled');

const made = new Map<string, Promise<string>>();

/**
 * A program of a test as one JavaScript file, for tests that start it many times: Node needs a fraction of the time that it takes to
 * load the sources.
 */
export function bundled(program: string): Promise<string> {
  const known = made.get(program) ?? bundle(program);
  made.set(program, known);
  return known;
}

async function bundle(program: string): Promise<string> {
  const place = join(DIRECTORY, relative(ROOT, program).replaceAll('/', '-').replace(/\.ts$/, ''));
  mkdirSync(place, { recursive: true });
  const file = join(place, basename(program).replace(/\.ts$/, '.mjs'));
  const draft = join(place, `${process.pid}.mjs`);
  await build({
    input: program,
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['sluice-source', 'node', 'import', 'default'] },
    output: { file: draft, format: 'esm', codeSplitting: false },
  });
  renameSync(draft, file);
  return file;
}
