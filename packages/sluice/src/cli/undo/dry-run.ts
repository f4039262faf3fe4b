import { readPreImage } from '@sluice/host';
import { fileNow } from '@sluice/tools';
import { differenceText } from './difference-text.ts';
import type { RestorePlan } from './plan-restore.ts';
import { wouldText } from './undo-text.ts';

/** What would be done to each file, with the resulting diff. */
export async function dryRun(
  directory: string,
  plans: readonly RestorePlan[],
  isRefused: boolean,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const plan of plans) {
    const now = await fileNow(plan.path, new AbortController().signal);
    const target = plan.target === null ? undefined : await readPreImage(directory, plan.target.hash);
    const force = isRefused ? 'with --force: ' : '';
    texts.push(`${force}${wouldText(plan)}`);
    if (now.ok) texts.push(...(await differenceText(now.loaded?.bytes, target)));
  }
  return texts;
}
