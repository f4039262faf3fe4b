import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOwn } from '@sluice/core';
import { untilAborted } from '../until-aborted.ts';
import { PDF_MEGABYTES } from './pdf-limits.ts';
import { PDF_PROCESS_SCRIPT } from './pdf-process-script.ts';

/** A document opened in its own process, which ends with it. */
export interface PdfDocument extends AsyncDisposable {
  readonly ok: true;
  readonly totalPages: number;
  /**
   * The text of a page, starting at 1. One page at a time.
   *
   * @throws the signal's reason.
   */
  textOf(page: number): Promise<PdfAnswer>;
}

type PdfAnswer = { readonly ok: true; readonly text: string } | PdfFailure;

/** `name` is that of the library's error, or `library-missing`, `memory` (it used too much), `thread` (its reader ended). */
export interface PdfFailure {
  readonly ok: false;
  readonly name: string;
  readonly message: string;
}

/**
 * Opens a PDF document.
 *
 * @throws the signal's reason.
 */
export async function openPdf(bytes: Buffer, signal: AbortSignal): Promise<PdfDocument | PdfFailure> {
  signal.throwIfAborted();
  const library = findLibrary();
  if (library === undefined) return { ok: false, name: 'library-missing', message: '' };
  const child = startReader(library, bytes);
  const reader = listenTo(child);
  const close = (): Promise<void> => end(child);
  try {
    const opened = await reader.next(signal);
    const totalPages = getOwn(opened, 'pages');
    if (typeof totalPages === 'number') {
      return {
        ok: true,
        totalPages,
        async textOf(page) {
          child.send(page, () => {});
          const answer = await reader.next(signal);
          const text = getOwn(answer, 'text');
          return typeof text === 'string' ? { ok: true, text } : failureOf(answer);
        },
        [Symbol.asyncDispose]: close,
      };
    }
    await close();
    return failureOf(opened);
  } catch (error) {
    await close();
    throw error;
  }
}

function findLibrary(): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('unpdf')).href;
  } catch {
    return undefined;
  }
}

function startReader(library: string, bytes: Buffer): ChildProcess {
  const limits = [PDF_MEGABYTES * 1024 * 1024, PDF_MEGABYTES].map(String);
  const child = spawn(process.execPath, ['-e', PDF_PROCESS_SCRIPT, library, ...limits], {
    // The working directory may be gone.
    cwd: dirname(process.execPath),
    env: { ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  // It may end before reading everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  return child;
}

/** Resolves when its memory is free again. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The reader's messages, one for each request; if it has ended, a failure. */
function listenTo(child: ChildProcess): { next(signal: AbortSignal): Promise<object> } {
  let answer = Promise.withResolvers<object>();
  let hasEnded = false;
  const ended = (error?: unknown): void => {
    hasEnded = true;
    answer.resolve({ name: 'thread', message: error instanceof Error ? error.message : 'its reader ended' });
  };
  child.on('message', (message: unknown) => {
    answer.resolve(typeof message === 'object' && message !== null ? message : {});
  });
  // After the last message, however the process ended; an error if it could not be started.
  child.on('disconnect', ended).on('error', ended);
  return {
    async next(signal) {
      const message = await untilAborted(answer.promise, signal);
      if (!hasEnded) answer = Promise.withResolvers<object>();
      return message;
    },
  };
}

function failureOf(message: object): PdfFailure {
  const name = getOwn(message, 'name');
  const text = getOwn(message, 'message');
  return {
    ok: false,
    name: typeof name === 'string' ? name : 'thread',
    message: typeof text === 'string' ? text : '',
  };
}
