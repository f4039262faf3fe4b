import { countText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { NamedProcess } from '@sluice/process';

const MAX_NAMED = 2;

/** What the person who stops something waits for, and what to do about it. @param how such as "press Ctrl-C again to kill" */
export function stoppingText(processes: readonly NamedProcess[], how: string): string {
  const named = processes.slice(0, MAX_NAMED).map(({ name, pid }) => `${sanitize(name)} (pid ${pid})`);
  const more = processes.length - named.length;
  const all = more > 0 ? [...named, countText(more, 'other')] : named;
  const last = all.pop() ?? '';
  return `waiting for ${all.length === 0 ? last : `${all.join(', ')} and ${last}`} to stop, ${how}`;
}

/** How the person kills it who has pressed Ctrl-C once, or whose program was told to end some other way. */
export const AGAIN_KILLS = 'press Ctrl-C again to kill';
export const FIRST_KILLS = 'press Ctrl-C to kill';
