import { readFileSync, writeFileSync } from 'node:fs';

/** The most memory that a process has held so far, in kilobytes, as the kernel counts it; undefined when it is gone. */
export function peakMemory(pid: number | 'self'): number | undefined {
  return kilobytes(pid, /^VmHWM:\s+(\d+) kB$/m);
}

/** The memory that a process holds now, in kilobytes. */
export function residentMemory(pid: number | 'self'): number | undefined {
  return kilobytes(pid, /^VmRSS:\s+(\d+) kB$/m);
}

function kilobytes(pid: number | 'self', line: RegExp): number | undefined {
  const found = line.exec(readProc(pid, 'status') ?? '');
  return found === null ? undefined : Number(found[1]);
}

/** Lets this process's peak start over at what it holds now. */
export function resetPeakMemory(): void {
  writeFileSync('/proc/self/clear_refs', '5');
}

/**
 * Whether a child is a copy of `root` that has not become its own program yet: its memory is that of `root`, which the
 * kernel counts a second time.
 */
export function isCopyOf(root: number, pid: number): boolean {
  return pid !== root && readProc(pid, 'cmdline') === readProc(root, 'cmdline');
}

/** The process and all that it has started and that still run. */
export function processTree(root: number): number[] {
  const children = readProc(root, `task/${root}/children`)?.trim() ?? '';
  const pids = children === '' ? [] : children.split(' ').map(Number);
  return [root, ...pids.flatMap(processTree)];
}

function readProc(pid: number | 'self', name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
