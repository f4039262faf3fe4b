import { createFileStore, createNodeFiles } from '@sluice/host';
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
}

/** The built-in tools on the real file system and real processes. Results too long to show go to `directory`. */
export function openToolSession(cwd: string, directory: string): ToolSession {
  const processes = createProcessSession();
  const runtime = createBenchRuntime({
    tools: builtInTools({ processes }),
    cwd,
    ports: { files: createNodeFiles(), store: createFileStore({ directory }) },
  });
  let calls = 0;
  return {
    async call(name, input) {
      calls += 1;
      const finished = await readRun(runtime.run([{ id: `call-${calls}`, name, input }]));
      if (finished.ok !== 1) throw new Error(`${name} did not run: ${finished.firstError ?? 'no result'}`);
      return finished;
    },
    [Symbol.asyncDispose]: () => processes.dispose(),
  };
}
