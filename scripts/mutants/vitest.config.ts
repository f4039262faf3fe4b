import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/** One project for all tests: a run is of one file, and its properties begin with the same seed each time. */
export default defineConfig({
  root,
  resolve: { conditions: ['sluice-source'] },
  ssr: { resolve: { conditions: ['sluice-source'], externalConditions: ['sluice-source'] } },
  test: {
    // As in the other projects: it waits as long as a busy machine needs.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    fileParallelism: false,
    include: ['packages/*/test/**/*.test.ts'],
    setupFiles: [resolve(import.meta.dirname, 'fixed-seed.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
