import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endGroupMembers, endLeftovers } from './end-leftovers.ts';
import type { TestEnd } from './test-end.ts';
import type { HostRequest } from './test-host.ts';

export interface TestRequest {
  /** From the root. */
  readonly file: string;
  /** Only tests whose title contains it. */
  readonly title?: string | undefined;
  readonly timeoutMs: number;
  /** Random runs a property. */
  readonly runs: number;
}

const running = new Set<number>();

/** Ends whatever runs, when this program has to end. */
export function killRunning(): void {
  for (const group of running) killGroup(group);
}

/** Runs test files of a copy of the workspace, one request after the other. */
export class TestRunner {
  readonly #root: string;
  #host: ChildProcess | undefined;
  readonly #changed = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Says that a file was written, from the root. */
  noteChange(file: string): void {
    this.#changed.add(file);
  }

  /** No process is left afterwards but vitest's own, which waits for the next request. */
  async run({ file, title, timeoutMs, runs }: TestRequest): Promise<TestEnd> {
    const directory = mkdtempSync(join(this.#root, '.run-'));
    const host = (this.#host ??= startHost(this.#root));
    const request: HostRequest = { file, title, changed: [...this.#changed], directory, runs };
    this.#changed.clear();
    const end = await answerOf(host, request, timeoutMs);
    if (end.status === 'hung' || end.status === 'not-run') this.close();
    else if (host.pid !== undefined) endGroupMembers(host.pid);
    endLeftovers(directory);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    return end;
  }

  /** Ends vitest; the next request starts it again. */
  close(): void {
    const group = this.#host?.pid;
    this.#host = undefined;
    if (group === undefined) return;
    running.delete(group);
    killGroup(group);
  }
}

/** In a process group of its own, which is killed when its time is over. */
function startHost(root: string): ChildProcess {
  const host = fork(join(root, 'scripts/mutants/test-host.ts'), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NO_COLOR: '1', NODE_ENV: 'test' },
  });
  if (host.pid !== undefined) running.add(host.pid);
  return host;
}

function answerOf(host: ChildProcess, request: HostRequest, timeoutMs: number): Promise<TestEnd> {
  return new Promise((resolve) => {
    const settle = (end: TestEnd): void => {
      clearTimeout(timer);
      host.removeAllListeners();
      resolve(end);
    };
    const timer = setTimeout(() => settle({ status: 'hung' }), timeoutMs);
    host.once('message', (end: TestEnd) => settle(end));
    host.once('error', ({ message }) => settle({ status: 'not-run', output: message }));
    host.once('exit', (code, signal) =>
      settle({ status: 'not-run', output: `The process that runs the tests ended (${signal ?? code}).` }),
    );
    host.send(request, (error) => {
      if (error !== null) settle({ status: 'not-run', output: error.message });
    });
  });
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
