import { createPermissionState, createPolicy, type Journal } from '@sluice/core';
import { createFileStore, createNodeFiles, openJournal } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { builtInTools } from '@sluice/tools';
import { createBenchRuntime } from './bench-runtime.ts';
import { readRun, type FinishedRun } from './read-run.ts';

export interface ToolSession extends AsyncDisposable {
  /**
   * Carries out one call from the feed to its message.
   * @throws Error when the call does not end well: then there is nothing to measure.
   */
  call(name: string, input: unknown): Promise<FinishedRun>;
  /** Carries out calls of one message. @throws Error as `call` does. */
  callAll(calls: readonly { readonly name: string; readonly input: unknown }[]): Promise<FinishedRun>;
}

export interface ToolSessionOptions {
  /** Rules such as `Read(*.pem)`: what they deny is left out of searches. */
  readonly denies?: readonly string[];
  /** With a journal, and so with what files held before, in `directory`. */
  readonly isJournaled?: boolean;
}

/** The built-in tools on the real file system and real processes. Results too long to show go to `directory`. */
export function openToolSession(
  cwd: string,
  directory: string,
  { denies, isJournaled }: ToolSessionOptions = {},
): ToolSession {
  const processes = createProcessSession();
  const mayRead = denies === undefined ? undefined : denying(cwd, denies);
  const journal = isJournaled === true ? journalIn(directory) : undefined;
  const runtime = createBenchRuntime({
    tools: builtInTools({ processes, ...(mayRead !== undefined && { mayRead }) }),
    cwd,
    ports: {
      files: createNodeFiles(),
      store: createFileStore({ directory }),
      ...(journal !== undefined && { journal }),
    },
  });
  let count = 0;
  const callAll: ToolSession['callAll'] = async (calls) => {
    const feed = calls.map(({ name, input }) => {
      count += 1;
      return { id: `call-${count}`, name, input };
    });
    const finished = await readRun(runtime.run(feed));
    if (finished.ok !== feed.length) {
      const names = [...new Set(calls.map(({ name }) => name))].join(', ');
      throw new Error(`${names} did not run: ${finished.firstError ?? 'no result'}`);
    }
    return finished;
  };
  return {
    call: (name, input) => callAll([{ name, input }]),
    callAll,
    async [Symbol.asyncDispose]() {
      await processes.dispose();
      journal?.close();
    },
  };
}

function journalIn(directory: string): Journal {
  const opened = openJournal({ directory });
  if (!opened.ok) throw new Error(opened.message);
  return opened.journal;
}

function denying(cwd: string, denies: readonly string[]) {
  const policy = createPolicy({ files: createNodeFiles(), remedy: '' });
  const rules = denies.map((text) => ({ behavior: 'deny', text, source: 'user', root: cwd }) as const);
  const snapshot = createPermissionState({ mode: 'default', workingDirectories: [cwd], rules }).current();
  return (path: string, _: unknown, realPath?: string): boolean =>
    policy.mayRead(path, cwd, snapshot, realPath);
}
