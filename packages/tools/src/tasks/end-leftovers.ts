import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded, readProcessStat } from '@sluice/process';
import { bootId } from './boot-id.ts';
import type { TaskLeader } from './task-leader.ts';

const PAUSE_MS = 20;
/** Milliseconds between SIGTERM and SIGKILL, and then for the kernel to end the processes. */
const GRACE_MS = 2_000;

/**
 * Ends what is left of a task whose program is gone: the leader by pid and start time, its session while it leads one, and every process
 * with the tag. Returns whether anything was left.
 */
export async function endLeftovers(leader: TaskLeader): Promise<boolean> {
  if (leader.boot === '' || leader.boot !== bootId()) return false;
  const asked = new Set<number>();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + GRACE_MS;
    while (performance.now() < deadline) {
      const left = leftoversOf(leader);
      if (left.length === 0) return asked.size > 0;
      for (const pid of left) {
        // For many programs, a second SIGTERM means to quit without finishing.
        if (signal === 'SIGKILL' || !asked.has(pid)) send(pid, signal);
        asked.add(pid);
      }
      await delay(PAUSE_MS);
    }
  }
  return asked.size > 0;
}

function leftoversOf({ pid: root, startTime, tag }: TaskLeader): readonly number[] {
  const leads = readProcessStat(root)?.startTime === startTime;
  return listPids().filter((pid) => {
    const found = readProcessStat(pid);
    if (found === undefined || hasEnded(found) || found.startTime < startTime || pid === process.pid)
      return false;
    return (leads && (pid === root || found.session === root)) || carries(pid, tag);
  });
}

/** The whole variable: a process of another session may run inside this one, and has a longer one with the same start. */
function carries(pid: number, tag: string): boolean {
  if (tag === '') return false;
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    return environment.startsWith(tag) || environment.includes(`\0${tag}`);
  } catch {
    return false;
  }
}

function listPids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or we may not end it.
  }
}
