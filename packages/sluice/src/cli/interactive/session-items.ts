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
    detail: `${model ?? ''}  ${agoText(now - usedAt)}`.trim(),
  }));
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? 'just now' : `${durationText(minutes * 60_000)} ago`;
}
