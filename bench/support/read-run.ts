import type { Run, RunEvent } from '@sluice/core';

type Result = Extract<RunEvent, { type: 'tool-result' }>;

export interface FinishedRun {
  readonly results: readonly Result[];
  /** Calls that ended well. */
  readonly ok: number;
  /** Why the others did not: the text of the first. */
  readonly firstError: string | undefined;
}

export async function readRun(run: Run): Promise<FinishedRun> {
  const results: Result[] = [];
  for await (const event of run) if (event.type === 'tool-result') results.push(event);
  const wrong = results.find(({ outcome }) => outcome.code !== 'ok');
  return {
    results,
    ok: results.filter(({ outcome }) => outcome.code === 'ok').length,
    firstError: wrong === undefined ? undefined : JSON.stringify(wrong.result.content).slice(0, 300),
  };
}
