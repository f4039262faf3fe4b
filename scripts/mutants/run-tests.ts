import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers } from './end-leftovers.ts';

/** How a run of test files ended. */
export type TestEnd =
  | { readonly status: 'passed'; readonly tests: number }
  /** The first test that failed, and what it said. */
  | { readonly status: 'failed'; readonly title: string; readonly message: string }
  /** Stopped after the time allowed. */
  | { readonly status: 'hung' }
  /** No test said anything: the sources or the test file do not even load. */
  | { readonly status: 'not-run'; readonly output: string };

export interface TestRequest {
  readonly root: string;
  readonly files: readonly string[];
  /** Only tests whose title contains it. */
  readonly title?: string | undefined;
  readonly timeoutMs: number;
  /** Random runs a property. */
  readonly runs: number;
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const running = new Set<number>();

/** Ends whatever runs, when this program has to end. */
export function killRunning(): void {
  for (const group of running) killGroup(group);
}

/** Runs vitest in a process group of its own, which is killed when the time is over; no process is left afterwards. */
export async function runTests({ root, files, title, timeoutMs, runs }: TestRequest): Promise<TestEnd> {
  const directory = mkdtempSync(join(root, '.run-'));
  const report = join(directory, 'report.json');
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--config', 'scripts/mutants/vitest.config.ts', '--bail', '1'],
      ...['--reporter', 'json', '--outputFile', report],
      ...(title === undefined ? [] : ['--testNamePattern', escapePattern(title)]),
      ...files,
    ],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // What tests leave in the temporary directory goes with the copy.
      env: { ...process.env, SLUICE_RUNS: String(runs), NO_COLOR: '1', TMPDIR: directory },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output = (output + text).slice(-4000);
    });
  }
  const group = child.pid;
  if (group !== undefined) running.add(group);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    if (group !== undefined) killGroup(group);
  }, timeoutMs);
  const hasSucceeded = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
  clearTimeout(timer);
  if (group !== undefined) {
    running.delete(group);
    killGroup(group);
  }
  endLeftovers(directory);
  const end = isOver ? ({ status: 'hung' } as const) : readReport(report, hasSucceeded, output);
  rmSync(directory, { recursive: true, force: true });
  return end;
}

function readReport(path: string, hasSucceeded: boolean, output: string): TestEnd {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { status: 'not-run', output };
  }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    return { status: 'failed', title: failed.fullName, message: failed.failureMessages.join('\n') };
  }
  if (!hasSucceeded || report.numPassedTests === 0) {
    return { status: 'not-run', output: `${output}\n${JSON.stringify(report).slice(0, 2000)}` };
  }
  return { status: 'passed', tests: report.numPassedTests };
}

function escapePattern(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
