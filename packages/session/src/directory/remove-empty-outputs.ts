import { rmSync, statSync } from 'node:fs';
import type { BackgroundTask } from '@sluice/tools';

/** Removes empty output files of finished tasks, so that a temporary directory is not kept for them. */
export function removeEmptyOutputs(tasks: readonly BackgroundTask[]): void {
  for (const { outputPath } of tasks) {
    try {
      if (statSync(outputPath).size === 0) rmSync(outputPath);
    } catch {
      // Already gone.
    }
  }
}
