import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { findLeftBehind } from './find-left-behind.ts';
import type { ProcessMark } from '../identity/process-mark.ts';
import { WATCHDOG_SCRIPT } from './watchdog-script.ts';

/** A terminal whose settings this program changes. */
export interface GuardedTerminal {
  /** Its name, such as `/dev/pts/3`. */
  readonly path: string;
  /** From before, as `stty -g` prints them. */
  readonly settings: string;
}

/** A process that outlives this one and ends what it leaves behind, even after SIGKILL. */
export interface Watchdog {
  /** Starts the process on the first call, and again if it was killed. Never throws. */
  ensureStarted(): void;
  addSession(session: number): void;
  removeSession(session: number): void;
  /** Processes in it at that point keep running, now and later. */
  keepSession(session: number): void;
  /** A control group: the watchdog ends its processes and removes it. */
  addCgroup(directory: string): void;
  removeCgroup(directory: string): void;
  /** An empty directory to remove if this process ends before removing it itself. */
  addPlaceholder(path: string): void;
  removePlaceholder(path: string): void;
  /** A terminal that gets its settings back if this process is killed. Undefined: no longer. */
  guardTerminal(terminal: GuardedTerminal | undefined): void;
  /** Ends it. If processes are left behind, it ends those first, and this settles afterwards. */
  close(): Promise<void>;
  /** Ends it at once: there was nothing to watch. */
  drop(): Promise<void>;
}

/**
 * Milliseconds before it learns which sessions are over. Sooner would take CPU time from callers that wait for a command to end; for a
 * session that is over, it finds nothing.
 */
const OVER_MS = 100;

/** Its input is a pipe that only this process holds; nothing of it keeps this process alive. */
export function createWatchdog(sessionTag: string, sessionMark: ProcessMark): Watchdog {
  const sessions = new Set<number>();
  const kept = new Set<number>();
  const placeholders: string[] = [];
  const cgroups = new Set<string>();
  let terminal: GuardedTerminal | undefined;
  let running: ChildProcess | undefined;
  let over: number[] = [];
  let telling: NodeJS.Timeout | undefined;

  const send = (line: string): void => {
    if (running?.stdin?.writable === true) running.stdin.write(line);
  };

  const tellOver = (): void => {
    clearTimeout(telling);
    telling = undefined;
    const lines = over.map((session) => `- ${session}\n`);
    over = [];
    if (lines.length > 0) send(lines.join(''));
  };

  return {
    ensureStarted() {
      if (running !== undefined) return;
      const child = startProcess(sessionTag, sessionMark);
      if (child === undefined) return;
      running = child;
      child.once('exit', () => {
        if (running === child) running = undefined;
      });
      for (const session of sessions) send(`+ ${session}\n`);
      for (const session of kept) send(`k ${session}\n`);
      for (const directory of cgroups) send(`g ${directory}\n`);
      for (const path of placeholders) send(`p ${path}\n`);
      if (terminal !== undefined) send(guardLine(terminal));
    },
    addSession(session) {
      // The number may have been reused.
      if (over.includes(session)) tellOver();
      sessions.add(session);
      send(`+ ${session}\n`);
    },
    removeSession(session) {
      sessions.delete(session);
      over.push(session);
      telling ??= setTimeout(tellOver, OVER_MS).unref();
    },
    keepSession(session) {
      kept.add(session);
      send(`k ${session}\n`);
    },
    addCgroup(directory) {
      // Its list is separated by whitespace.
      if (/\s/.test(directory)) return;
      cgroups.add(directory);
      send(`g ${directory}\n`);
    },
    removeCgroup(directory) {
      if (cgroups.delete(directory)) send(`h ${directory}\n`);
    },
    addPlaceholder(path) {
      // Each line is one path.
      if (path.includes('\n')) return;
      placeholders.push(path);
      send(`p ${path}\n`);
    },
    removePlaceholder(path) {
      const index = placeholders.indexOf(path);
      if (index === -1) return;
      placeholders.splice(index, 1);
      send(`u ${path}\n`);
    },
    guardTerminal(guarded) {
      // Each line is two words.
      if (guarded !== undefined && /\s/.test(guarded.path)) return;
      terminal = guarded;
      send(guardLine(guarded));
    },
    async close() {
      const child = running;
      if (child === undefined) return;
      const traces = { tag: sessionTag, mark: sessionMark, sessions, kept, cgroups };
      const isNothingLeft = findLeftBehind(traces).length === 0;
      const hasDirectories = cgroups.size + placeholders.length > 0;
      if (isNothingLeft && !hasDirectories) return this.drop();
      tellOver();
      if (isNothingLeft) send('n\n');
      child.stdin?.end();
      // It removes directories in its own time.
      if (!isNothingLeft) await exitOf(child);
    },
    async drop() {
      if (running === undefined) return;
      running.kill('SIGKILL');
      await exitOf(running);
    },
  };
}

function guardLine(terminal: GuardedTerminal | undefined): string {
  return terminal === undefined ? 't\n' : `t ${terminal.path} ${terminal.settings}\n`;
}

/** Awaited, because no one else can reap it. */
async function exitOf(child: ChildProcess): Promise<void> {
  child.ref();
  await once(child, 'exit');
}

function startProcess(sessionTag: string, sessionMark: ProcessMark): ChildProcess | undefined {
  let child: ChildProcess;
  try {
    // The script isn't on the command line, where `pkill -f` would match every word of it; the tag isn't in the environment, where the
    // script would find itself.
    child = spawn('/bin/sh', ['-c', 'eval "$WATCHDOG_SCRIPT"', 'process-watchdog', sessionTag, sessionMark], {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', WATCHDOG_SCRIPT },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
  } catch {
    return undefined;
  }
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  if (child.pid === undefined) return undefined;
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
