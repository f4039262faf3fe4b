import type { FinishedRun } from './read-run.ts';

/** What a model would read of the results of a run, so that a row can see that the work was done. */
export function shownText({ results }: FinishedRun): string {
  return results.map(({ result }) => JSON.stringify(result.content)).join('\n');
}
