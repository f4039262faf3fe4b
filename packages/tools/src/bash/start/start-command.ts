import { readFileSync, unlinkSync } from 'node:fs';
import { present, presentItems } from '@sluice/base';
import type { CaptureFile } from '@sluice/core';
import {
  BASH_GRACE_MS,
  type CommandRequest,
  type CommandResult,
  type NamedProcess,
  type ProcessSession,
} from '@sluice/process';
import { wrapCommand } from './wrap-command.ts';

export interface CommandStart {
  /** Shell text. */
  readonly text: string;
  /** Its outputs go to their file through a pipe. */
  readonly isPiped: boolean;
  /** Absolute path of a bash to use instead of the system's. */
  readonly shell: string | undefined;
  /** Absolute paths of shell files to source first, in this order. */
  readonly envFiles: readonly string[];
  /** Shell text that runs after these. */
  readonly afterEnvFiles: string | undefined;
  readonly request: Pick<
    CommandRequest,
    | 'cwd'
    | 'env'
    | 'timeoutMs'
    | 'onOutput'
    | 'onStopping'
    | 'sandbox'
    | 'needsSandbox'
    | 'isSandboxExtra'
    | 'keep'
  >;
}

/** A running command with its own signal. */
export interface StartedCommand {
  readonly capture: CaptureFile;
  /** Never rejects. */
  readonly result: Promise<CommandResult>;
  /** Ends it and its process tree. */
  end(): void;
  /** Where its shell ended; undefined if it couldn't report that. Call once, at the end. */
  takeFinalCwd(): string | undefined;
}

/** Starts a command whose outputs go to `capture`. */
export function startCommand(
  { text, isPiped, shell, envFiles, afterEnvFiles, request }: CommandStart,
  capture: CaptureFile,
  processes: ProcessSession,
): StartedCommand {
  const life = new AbortController();
  const cwdPath = `${capture.path}.cwd`;
  const drainPath = isPiped ? `${capture.path}.drain` : undefined;
  const command = wrapCommand(text, {
    cwdPath,
    envFiles,
    afterEnvFiles,
    drainPath,
  });
  const running = processes.run({
    ...request,
    command,
    outputPath: capture.path,
    ownFiles: presentItems([cwdPath, drainPath]),
    signal: life.signal,
    graceMs: BASH_GRACE_MS,
    isHelper: (one) => drainPath !== undefined && isDrain(one, textIn(drainPath)),
    ...present({ shell }),
  });
  return {
    capture,
    result: running.then((result) =>
      drainPath === undefined ? result : withoutDrain(result, takeText(drainPath)),
    ),
    end: () => life.abort(),
    takeFinalCwd: () => takeText(cwdPath),
  };
}

/** The process that drains the pipe is not one of the command's own. */
function withoutDrain(result: CommandResult, drain: string | undefined): CommandResult {
  const isOther = (one: NamedProcess): boolean => !isDrain(one, drain);
  return {
    ...result,
    stopped: result.stopped.filter(isOther),
    remaining: result.remaining.filter(isOther),
  };
}

function isDrain({ pid, innerPid = pid }: NamedProcess, drain: string | undefined): boolean {
  return String(innerPid) === drain;
}

/** The line in a small file, which is removed. */
function takeText(path: string): string | undefined {
  const text = textIn(path);
  remove(path);
  return text;
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\n$/, '') || undefined;
  } catch {
    // It was never written.
    return undefined;
  }
}

/** `rmSync` does more than a plain file needs, and takes ten times as long. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It doesn't exist, or is removed with the session's other files.
  }
}
