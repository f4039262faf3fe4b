import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { currentProcess, isRunning } from '@sluice/base';

/** The state of the process that created a directory: running, gone, or unknown from here. */
export type Owner = 'running' | 'gone' | 'unknown';

const NAME = /^[a-z-]+-(\d+)\.(\d+)\.(\d+\.[\da-f]{8})-[\da-f-]{36}$/;

/**
 * The name of a new temporary directory. It identifies the owning process: a lock file would cost more, and
 * would leave a moment without it.
 */
export function temporaryName(kind: string): string {
  const { pid, startTime = '0' } = currentProcess();
  return `${kind}-${pid}.${startTime}.${machineId()}-${randomUUID()}`;
}

/** The state of the process that a directory is named after. */
export function ownerOf(name: string): Owner {
  const [, pid, startTime = '0', where] = NAME.exec(name) ?? [];
  if (pid === undefined || where !== machineId()) return 'unknown';
  const identity = { pid: Number(pid), startTime: startTime === '0' ? undefined : startTime };
  return isRunning(identity) ? 'running' : 'gone';
}

let known: string | undefined;

/**
 * The process namespace and the boot: another container or machine may share the temporary directory and use
 * the same process ids.
 */
function machineId(): string {
  return (known ??= `${namespaceNumber()}.${bootId()}`);
}

function namespaceNumber(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function bootId(): string {
  try {
    return /^[\da-f]{8}/.exec(readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))?.[0] ?? NO_BOOT;
  } catch {
    return NO_BOOT;
  }
}

const NO_BOOT = '00000000';
