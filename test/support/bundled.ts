import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { afterAll } from 'vitest';

/**
 * A program of a test as one JavaScript file, for tests that start it many times: Node needs a fraction of the time that it takes to
 * load the sources. The file is removed after the tests. Call it at the top of a test file.
 */
export async function bundled(program: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bundled-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, basename(program).replace(/\.ts$/, '.mjs'));
  await build({
    input: program,
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['sluice-source', 'node', 'import', 'default'] },
    output: { file, format: 'esm', codeSplitting: false },
  });
  return file;
}
