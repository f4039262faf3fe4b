import { defineConfig } from 'vitest/config';

const sources = {
  resolve: { conditions: ['sluice-source'] },
  ssr: { resolve: { conditions: ['sluice-source'], externalConditions: ['sluice-source'] } },
};

export default defineConfig({
  test: {
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
