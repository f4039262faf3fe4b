/**
 * A process that keeps vitest and what it has transformed in memory from one test file to the next: each run then only
 * transforms what was changed. Takes one `HostRequest` at a time from its parent, and answers with a `TestEnd`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import type { TestEnd } from './test-end.ts';

export interface HostRequest {
  /** From the root. */
  readonly file: string;
  /** Only tests whose title contains it. */
  readonly title?: string | undefined;
  /** Files below the root that were written since the last run. */
  readonly changed: readonly string[];
  /** What tests leave in the temporary directory goes here; it is made. */
  readonly directory: string;
  /** Random runs a property. */
  readonly runs: number;
}

const root = process.cwd();

async function open(): Promise<Vitest> {
  const config = 'scripts/mutants/vitest.config.ts';
  // It runs only what it is asked for, and hears of changes from its parent.
  const vitest = await createVitest(
    { root, config, watch: true, bail: 1, reporters: [{}] },
    { server: { watch: null } },
  );
  await vitest.standalone();
  return vitest;
}

async function run(vitest: Vitest, { file, title, changed, directory, runs }: HostRequest): Promise<TestEnd> {
  mkdirSync(directory, { recursive: true });
  process.env['TMPDIR'] = directory;
  process.env['SLUICE_RUNS'] = String(runs);
  forget(vitest);
  for (const path of changed) vitest.invalidateFile(join(root, path));
  if (title === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(escapePattern(title));
  const specifications = await vitest.globTestSpecifications([join(root, file)]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const tests = testModules.flatMap(({ children }) => [...children.allTests()]);
  const failed = tests.find((test) => test.result().state === 'failed');
  if (failed !== undefined) return { status: 'failed', title: failed.fullName, message: messageOf(failed) };
  const errors = [...testModules.flatMap((each) => each.errors()), ...unhandledErrors];
  const passed = tests.filter((test) => test.result().state === 'passed').length;
  const isWhole = specifications.length === 1 && testModules.every((each) => each.ok());
  if (!isWhole || errors.length > 0 || passed === 0) return { status: 'not-run', output: textOf(errors) };
  return { status: 'passed', tests: passed };
}

/** A failure of an earlier run would end this one at once. */
function forget({ state }: Vitest): void {
  state.filesMap.clear();
  state.idMap.clear();
  state.pathsSet.clear();
  state.clearErrors();
}

function messageOf(test: TestCase): string {
  return textOf(test.result().errors ?? []);
}

function textOf(errors: readonly unknown[]): string {
  return errors
    .map((error) => (error instanceof Error ? error.message : JSON.stringify(error)))
    .join('\n')
    .slice(0, 4000);
}

function escapePattern(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

const opened = open();
process.on('message', (request: HostRequest) => {
  void opened
    .then((vitest) => run(vitest, request))
    .catch((error: unknown): TestEnd => ({ status: 'not-run', output: textOf([error]) }))
    .then((end) => process.send?.(end));
});
