import { openMemoryGroup, type OpenedMemoryGroup } from './cgroup/memory-group.ts';
import { removeCgroup } from './cgroup/remove-cgroup.ts';
import type { CommandRequest, CommandResult } from './command.ts';
import { DISPOSE_GRACE_MS } from './end/end-limits.ts';
import { createCommandMark, createSessionMark, type ProcessMark } from './identity/process-mark.ts';
import { createCommandTag, createSessionTag, tagEnvironment } from './identity/process-tag.ts';
import { runCommand, type CommandScope } from './run-command.ts';
import { nothingRan } from './outcome/nothing-ran.ts';
import { StoppingRegister, type StoppingProcesses } from './end/stopping.ts';
import {
  startProcess,
  type ProcessRequest,
  type ProcessStart,
  type StartedProcess,
} from './start-process.ts';
import { createWatchdog, type GuardedTerminal, type Watchdog } from './watchdog/watchdog.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Not the number of any command. */
const HELPERS = 0;
const DISPOSED = 'The process session has been disposed of.';

/** Runs commands, and guarantees that none of their processes outlives this one. */
export interface ProcessSession extends AsyncDisposable {
  /** Never rejects: the result says what happened. */
  run(request: CommandRequest): Promise<CommandResult>;
  /** Starts a program that runs until it is ended, or the session is. Never throws. */
  start(request: ProcessRequest): ProcessStart;
  /**
   * The environment for a helper that is started some other way, marked so that it ends if this program is killed. While the program lives,
   * the caller must end it.
   */
  watched(environment: Environment): Environment;
  /** What was told to end and still runs. */
  readonly stopping: StoppingProcesses;
  /** Starts the watchdog ahead of time, so that the first command needn't wait for it. */
  prepare(): void;
  /** Gives a terminal its settings back if this program is killed. Undefined: no longer. */
  guardTerminal(terminal: GuardedTerminal | undefined): void;
  /** Cancels running commands, waits for them to end and stops the watchdog. May be called more than once. */
  dispose(): Promise<void>;
}

export interface ProcessSessionOptions {
  /** Absolute path of bubblewrap. Default: the usual places; never the search path. */
  readonly sandboxProgram?: string;
}

/** Costs nothing until the first command or helper, or `prepare`, which starts one watchdog process for the session. */
export function createProcessSession({ sandboxProgram }: ProcessSessionOptions = {}): ProcessSession {
  const tag = createSessionTag();
  const mark = createSessionMark();
  const watchdog = createWatchdog(tag, mark);
  const shutdown = new AbortController();
  const stopping = new StoppingRegister();
  const running = new Set<Promise<CommandResult>>();
  const started = new Set<StartedProcess>();
  const memory = new SessionMemory(watchdog);
  let commands = 0;
  let isUsed = false;

  const onCgroup = (directory: string, isThere: boolean): void => {
    if (isThere) watchdog.addCgroup(directory);
    else watchdog.removeCgroup(directory);
  };

  /** Starts the watchdog, and names the next command or program. */
  const named = (): Pick<CommandScope, 'tag'> & { readonly mark: ProcessMark } => {
    isUsed = true;
    watchdog.ensureStarted();
    commands += 1;
    return { tag: createCommandTag(tag, commands), mark: createCommandMark(mark, commands) };
  };

  const runOne = async (request: CommandRequest): Promise<CommandResult> => {
    const sessions: number[] = [];
    const scope: CommandScope = {
      ...named(),
      onSession: (session) => {
        sessions.push(session);
        watchdog.addSession(session);
      },
      onKept: (session) => watchdog.keepSession(session),
      onPlaceholders: (paths, areThere) => markPlaceholders(watchdog, paths, areThere),
      onCgroup,
      memoryGroup: (limitBytes) => memory.group(limitBytes),
      signal: shutdown.signal,
      sandboxProgram,
      stopping,
    };
    const result = await runCommand(request, scope);
    if (result.remaining.length === 0) for (const session of sessions) watchdog.removeSession(session);
    return result;
  };

  const dispose = async (): Promise<void> => {
    shutdown.abort(new Error('The session has ended.'));
    const ending = [...started].map((one) => one.end({ graceMs: DISPOSE_GRACE_MS }));
    await Promise.all([...running, ...ending]);
    memory.leave();
    if (isUsed) await watchdog.close();
    else await watchdog.drop();
  };

  return {
    async run(request) {
      if (shutdown.signal.aborted) return sessionDisposed();
      const result = runOne(request);
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    start(request) {
      if (shutdown.signal.aborted) return { ok: false, code: 'session-disposed', message: DISPOSED };
      const start = startProcess(request, {
        ...named(),
        onSession: (session) => watchdog.addSession(session),
        onCgroup,
        stopping,
        onEnded(sessions) {
          for (const session of sessions) watchdog.removeSession(session);
          if (start.ok) started.delete(start.process);
        },
      });
      if (start.ok) started.add(start.process);
      return start;
    },
    watched(environment) {
      if (shutdown.signal.aborted) return environment;
      watchdog.ensureStarted();
      isUsed = true;
      return tagEnvironment(environment, createCommandTag(tag, HELPERS));
    },
    stopping,
    prepare() {
      if (!shutdown.signal.aborted) watchdog.ensureStarted();
    },
    guardTerminal(terminal) {
      if (shutdown.signal.aborted && terminal !== undefined) return;
      watchdog.guardTerminal(terminal);
      if (terminal !== undefined) watchdog.ensureStarted();
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** The control group of memory that commands of a session share. */
class SessionMemory {
  readonly #watchdog: Watchdog;
  #opened: OpenedMemoryGroup | undefined;

  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog;
  }

  /** Opened once: the first limit counts for the session. */
  group(limitBytes: number): OpenedMemoryGroup {
    if (this.#opened === undefined) {
      this.#opened = openMemoryGroup(limitBytes);
      // Empty once the watchdog has ended everything in it.
      if (this.#opened.ok) this.#watchdog.addPlaceholder(this.#opened.group.directory);
    }
    return this.#opened;
  }

  leave(): void {
    if (this.#opened?.ok !== true) return;
    const { group } = this.#opened;
    removeCgroup(group, () => this.#watchdog.removePlaceholder(group.directory));
  }
}

function markPlaceholders(watchdog: Watchdog, paths: readonly string[], areThere: boolean): void {
  for (const path of paths) {
    if (areThere) watchdog.addPlaceholder(path);
    else watchdog.removePlaceholder(path);
  }
}

function sessionDisposed(): CommandResult {
  const failure = { status: 'spawn-failed', code: 'session-disposed', message: DISPOSED } as const;
  return { ...nothingRan(failure), durationMs: 0 };
}
