import { readFileSync } from 'node:fs';

/** The pid of a process in the innermost pid namespace that it is in; undefined when it is gone. */
export function innerPid(pid: number): number | undefined {
  try {
    const pids = /^NSpid:(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return pids === undefined ? undefined : Number(pids.trim().split('\t').at(-1));
  } catch {
    return undefined;
  }
}
