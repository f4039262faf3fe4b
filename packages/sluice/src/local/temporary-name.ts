import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { currentProcess, isRunning } from '@sluice/host';

/** Whoever made a directory: at work, gone, or not to be known from here. */
export type Owner = 'running' | 'gone' | 'unknown';

const NAME = /^[a-z-]+-(\d+)\.(\d+)\.(\d+)-[\da-f-]{36}$/;

/**
 * The name of a new temporary directory. It says which process it belongs to: a lock inside would cost more, and there
 * would be a moment without it.
 */
export function temporaryName(kind: string): string {
  const { pid, startTime = '0' } = currentProcess();
  return `${kind}-${pid}.${startTime}.${processNamespace()}-${randomUUID()}`;
}

/** What has become of the process that a directory is named after. */
export function ownerOf(name: string): Owner {
  const [, pid, startTime = '0', namespace] = NAME.exec(name) ?? [];
  if (pid === undefined || namespace !== processNamespace()) return 'unknown';
  const identity = { pid: Number(pid), ...(startTime !== '0' && { startTime }) };
  return isRunning(identity) ? 'running' : 'gone';
}

let known: string | undefined;

/** Another container may have the same temporary directory, and other processes by the same numbers. */
function processNamespace(): string {
  return (known ??= look());
}

function look(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
