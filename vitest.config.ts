import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = {
  resolve: { conditions: ['sluice-source'] },
  ssr: { resolve: { conditions: ['sluice-source'], externalConditions: ['sluice-source'] } },
};

/** Of the tests that start processes, those that `npm test` runs: one or two for each promise. `npm run test:all` runs all. */
const QUICK_PROCESS_TESTS = [
  'packages/sluice/test/cli/exec/exec.process.test.ts',
  'packages/host/test/full-disk.process.test.ts',
  'packages/sluice/test/cli/exec/permission.process.test.ts',
  'packages/sluice/test/cli/exec/output-limit.process.test.ts',
  'packages/process/test/watchdog/parent-death.process.test.ts',
  'packages/sluice/test/cli/print/prompts.process.test.ts',
  'packages/sluice/test/readme.process.test.ts',
  'packages/mcp/test/server/conformance.process.test.ts',
];
/** Of the tests of what `npm pack` makes, those that `npm test` leaves to `npm run test:all`: they take longest. */
const SLOW_PACKED_TESTS = [
  'test/packed/acpx.packed.test.ts',
  'test/packed/adapters-killed.packed.test.ts',
  'test/packed/adapters.packed.test.ts',
  'test/packed/consumers.packed.test.ts',
  'test/packed/docs.packed.test.ts',
  'test/packed/every-sdk.packed.test.ts',
  'test/packed/mcp-remote.packed.test.ts',
  'test/packed/mcp.packed.test.ts',
  'test/packed/start.packed.test.ts',
  'test/packed/tool-search.packed.test.ts',
  'test/packed/worktrees.packed.test.ts',
];
/** The scenes of the interactive terminal. After a build they play what `npm pack` makes, as a user gets it; before, the sources. */
export const SCENES = 'packages/sluice/test/cli/interactive/*.process.test.ts';
const isBuilt = process.env['SLUICE_TEST_BUILT'] === '1';
/** `quick`: what `npm test` runs. `rest`: of the packed tests those that it leaves out. Anything else: all. */
const part = process.env['SLUICE_TESTS'];
const isQuick = part === 'quick';
const processTests = isQuick ? QUICK_PROCESS_TESTS : ['packages/*/test/**/*.process.test.ts'];
const packedScenes = isBuilt && !isQuick ? [SCENES] : [];

/**
 * Unit tests in which nothing depends on who runs them. `SLUICE_TESTS_OF=root` leaves them out: `.ci/run` runs all tests as an
 * ordinary user, and as root those that may differ.
 */
const SAME_FOR_ROOT = [
  'packages/{core,shell,terminal}/test/**',
  'packages/sluice/test/cli/permission/**',
  'test/{docs,promises,structure}/**',
];
const sameForRoot = process.env['SLUICE_TESTS_OF'] === 'root' ? SAME_FOR_ROOT : [];

const report = process.env['SLUICE_TEST_REPORT'];

/**
 * In CI a test that fails runs once more, and the end of the log names it. Inputs come from one seed, so only what
 * depends on the machine's timing can pass the second time.
 */
const retry = process.env['CI'] === 'true' ? 1 : 0;

/** `expect.poll` waits as long as a busy machine needs, and not one second. */
const expectations = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          retry,
          expect: expectations,
          pool: 'threads',
          // One for each of two cores: the main thread, for which the default leaves one free, has little to do.
          maxWorkers: 2,
          // No test leaves anything in a module that another could meet; a worker for each file costs as much as its tests.
          isolate: false,
          setupFiles: ['test/support/seed.ts', 'test/support/restore.ts'],
          include: [
            'packages/*/test/**/*.test.ts',
            'test/{docs,promises}/**/*.test.ts',
            'test/structure/**/*.test.ts',
          ],
          exclude: ['packages/*/test/**/*.process.test.ts', ...sameForRoot],
          testTimeout: 120_000,
        },
      },
      {
        ...sources,
        test: {
          name: 'process',
          retry,
          expect: expectations,
          // Programs that tests start, from their sources or built, start in half the time; code is known by its content.
          env: {
            NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
            XDG_CACHE_HOME: fileURLToPath(new URL('node_modules/.cache/home', import.meta.url)),
          },
          pool: 'forks',
          isolate: false,
          // Two files at a time, after the unit tests: they mostly wait. More would starve what measures nothing but times out.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          setupFiles: ['test/support/seed.ts', 'test/support/restore.ts'],
          include: processTests,
          exclude: packedScenes,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        // What a user gets: the packages as `npm pack` makes them, installed in an empty directory.
        ...sources,
        test: {
          name: 'packed',
          retry,
          expect: expectations,
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          globalSetup: ['test/packed/install.ts'],
          setupFiles: ['test/packed/await-installed.ts'],
          include: [
            ...(part === 'rest' ? SLOW_PACKED_TESTS : ['test/packed/**/*.packed.test.ts']),
            ...packedScenes,
          ],
          exclude: isQuick ? SLOW_PACKED_TESTS : [],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
