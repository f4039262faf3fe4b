import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = {
  resolve: { conditions: ['sluice-source'] },
  ssr: { resolve: { conditions: ['sluice-source'], externalConditions: ['sluice-source'] } },
};

const report = process.env['SLUICE_TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          pool: 'threads',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ['packages/*/test/**/*.process.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        ...sources,
        test: {
          name: 'process',
          // Programs that tests start from their sources start in half the time; Node knows compiled code by its content.
          env: {
            NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
          },
          pool: 'forks',
          fileParallelism: false,
          include: ['packages/*/test/**/*.process.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
