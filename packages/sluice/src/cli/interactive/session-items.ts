import { listSessions, stateDirectory } from '@sluice/agent';
import { durationText } from '@sluice/core';
import type { PickerItem } from '@sluice/terminal';

/** A directory's sessions for a picker, most recently used first. */
export function sessionItems(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly PickerItem[] {
  const now = Date.now();
  return listSessions(stateDirectory(env), cwd).map(({ id, title, model, usedAt }) => ({
    id,
    label: `${id.slice(0, 8)}  ${title ?? '(no title)'}`,
    detail:
      `${model ?? ''}  ${durationText(Math.max(0, Math.floor((now - usedAt) / 60_000) * 60_000))} ago`.trim(),
  }));
}
