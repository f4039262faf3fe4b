import { readFileSync } from 'node:fs';
import { limitsLocks } from './limits-of-machine.ts';
import { isHeld, limitsOf } from './process-mark.ts';
import { readProcessStat } from './process-stat.ts';
import { TAG_VARIABLE } from './process-tag.ts';

/** The variable that tells programs that a tool call runs them, and what was decided about it. */
export const CALL_VARIABLE = 'SLUICE_TOOL_CALL';

/** `decided`: whether it may give rights to agents was decided, since its words show that it would. `undecided`: they don't show it. */
export type CallMark = 'decided' | 'undecided';

/** A tool call that runs this process. */
export interface CallAround {
  readonly mark: CallMark;
  /** Home directories of its command. */
  readonly homes: readonly string[];
}

/** More ancestors are not looked at. */
const MAX_ANCESTORS = 256;
const MARKED = /^Max file locks +\d{15} /mu;

/** A control group of a command. */
const GROUPED = /^0::\/(?:.*\/)?sluice-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/|$)/mu;

/**
 * The tool call that runs a process, from the environments with which it and its ancestors were started: what a program unsets for its
 * children (`env -u`) remains in its own. Of several, an undecided one counts.
 *
 * A process that was detached from all of them, with an environment that was cleared or forged, is found by the hard limit of file locks
 * that an undecided call lowers for all it starts. Root can raise it again: then the control group and the mark on every process of a
 * command are left, which it can leave and reset too. A process that another runs for the call isn't found: `systemd-run --user`, `at`, a
 * tmux server that was there before. Undefined: none is found.
 */
export function callAround(pid: number | 'self' = 'self'): CallAround | undefined {
  const found: CallMark[] = [];
  const homes: string[] = [];
  let isTagged = false;
  let next: number | 'self' | undefined = pid;
  for (let count = 0; next !== undefined && count < MAX_ANCESTORS; count += 1) {
    const variables = environmentOf(next);
    isTagged ||= variables.has(TAG_VARIABLE);
    const mark = variables.get(CALL_VARIABLE);
    if (mark !== undefined) {
      found.push(mark === 'decided' ? 'decided' : 'undecided');
      const home = variables.get('HOME');
      // A process may have changed its own, but not that of the shell which runs it.
      if (home !== undefined && next !== pid) homes.push(home);
    }
    next = parentOf(next);
  }
  const limits = limitsOf(pid);
  if (isHeld(limits) && !limitsLocks()) found.push('undecided');
  if (found.length === 0 && !isTagged && (MARKED.test(limits) || GROUPED.test(groupsOf(pid))))
    found.push('undecided');
  if (found.length === 0) return undefined;
  return { mark: found.includes('undecided') ? 'undecided' : 'decided', homes };
}

function parentOf(pid: number | 'self'): number | undefined {
  const parent = pid === 'self' ? process.ppid : readProcessStat(pid)?.parent;
  return parent === undefined || parent === 0 ? undefined : parent;
}

function groupsOf(pid: number | 'self'): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, 'utf8');
  } catch {
    return '';
  }
}

/** As the process was started with. Empty if it is another user's. */
function environmentOf(pid: number | 'self'): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return new Map();
  }
  return new Map(
    text.split('\0').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    }),
  );
}
