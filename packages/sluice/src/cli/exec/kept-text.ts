import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { BackgroundTask } from '@sluice/tools';

/** Tells the user which files remain in a temporary results directory. */
export function keptText(directory: string, tasks: readonly BackgroundTask[]): string {
  const ofTasks = new Set(tasks.map(({ outputPath }) => basename(outputPath)));
  const names = namesIn(directory);
  const hasTasks = names.some((name) => ofTasks.has(name));
  const hasResults = names.some((name) => !ofTasks.has(name) && !name.startsWith('.'));
  const outputs = 'the output of background tasks';
  const results = 'results that were not shown in full';
  const what = !hasTasks ? results : hasResults ? `${results}, and ${outputs},` : outputs;
  return `${what} ${hasTasks && !hasResults ? 'is' : 'are'} in ${directory}`;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
