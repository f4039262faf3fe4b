import { readFileSync } from 'node:fs';

/** The pid of a process in its innermost pid namespace; undefined if it has ended. */
export function innerPid(pid: number): number | undefined {
  try {
    const pids = /^NSpid:(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return pids === undefined ? undefined : Number(pids.trim().split('\t').at(-1));
  } catch {
    return undefined;
  }
}
