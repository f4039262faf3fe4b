import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPids } from '../identity/list-pids.ts';
import { bearsSessionMark, type ProcessMark } from '../identity/process-mark.ts';
import { hasEnded, readProcessStat } from '../identity/process-stat.ts';

/** How to recognize the processes of a whole session. */
interface SessionTraces {
  readonly tag: string;
  readonly mark: ProcessMark;
  /** Process sessions that may contain some. */
  readonly sessions: ReadonlySet<number>;
  /** Process sessions to leave alone. */
  readonly kept: ReadonlySet<number>;
  /** Directories of control groups that may contain some. */
  readonly cgroups: ReadonlySet<string>;
}

const MAX_LOOKS = 8;

/** Pids of a session's living processes that are no older than this program. */
export function findLeftBehind(traces: SessionTraces): readonly number[] {
  const oldest = readProcessStat(process.pid)?.startTime ?? 0;
  const grouped = new Set([...traces.cgroups].flatMap(pidsIn));
  const met = new Set<number>();
  for (let look = 1; ; look += 1) {
    const known = met.size;
    const found = listPids().filter((pid) => {
      if (pid === process.pid) return false;
      const stat = readProcessStat(pid);
      if (stat === undefined || hasEnded(stat)) {
        met.add(pid);
        return false;
      }
      if (stat.startTime < oldest || traces.kept.has(stat.session)) return false;
      return (
        traces.sessions.has(stat.session) ||
        grouped.has(pid) ||
        bearsSessionMark(pid, traces.mark) ||
        carries(pid, traces.tag)
      );
    });
    // A process that ended during the scan may have left a child that isn't listed.
    if (found.length > 0 || met.size === known || look === MAX_LOOKS) return found;
  }
}

function pidsIn(directory: string): readonly number[] {
  try {
    return readFileSync(join(directory, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function carries(pid: number, tag: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(tag);
  } catch {
    return false;
  }
}
