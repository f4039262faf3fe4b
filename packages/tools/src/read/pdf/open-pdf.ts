import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { getOwn } from '@sluice/core';
import { errorCode } from '../../files/file-error.ts';
import { untilAborted } from '../until-aborted.ts';
import { PDF_MEGABYTES } from './pdf-limits.ts';
import { PDF_WORKER_SCRIPT } from './pdf-worker-script.ts';
import { watchGrowth } from './watch-growth.ts';

/** A document that is open in a thread of its own, which ends with it. */
export interface PdfDocument extends AsyncDisposable {
  readonly ok: true;
  readonly totalPages: number;
  /** The text of a page, counted from 1. One page at a time. @throws the signal's reason. */
  textOf(page: number): Promise<PdfAnswer>;
}

export type PdfAnswer = { readonly ok: true; readonly text: string } | PdfFailure;

/** `name` is that of the library's error, or `library-missing`, `memory` (it took too much), `thread`. */
export interface PdfFailure {
  readonly ok: false;
  readonly name: string;
  readonly message: string;
}

/** Opens a PDF document. @throws the signal's reason. */
export async function openPdf(bytes: Buffer, signal: AbortSignal): Promise<PdfDocument | PdfFailure> {
  signal.throwIfAborted();
  const library = findLibrary();
  if (library === undefined) return { ok: false, name: 'library-missing', message: '' };
  const stopWatch = watchGrowth(PDF_MEGABYTES * 1024 * 1024, () => thread.fail('memory'));
  const worker = new Worker(PDF_WORKER_SCRIPT, {
    eval: true,
    workerData: { library, bytes },
    resourceLimits: { maxOldGenerationSizeMb: PDF_MEGABYTES },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const thread = listenTo(worker);
  const close = async (): Promise<void> => {
    stopWatch();
    await worker.terminate();
  };
  try {
    const opened = await thread.next(signal);
    const totalPages = getOwn(opened, 'pages');
    if (typeof totalPages === 'number') {
      return {
        ok: true,
        totalPages,
        async textOf(page) {
          worker.postMessage(page, []);
          const answer = await thread.next(signal);
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

interface Thread {
  /** What it says next, one message for each question; one that has ended says that it failed. */
  next(signal: AbortSignal): Promise<object>;
  /** Ends it. */
  fail(name: string): void;
}

function listenTo(worker: Worker): Thread {
  let answer = Promise.withResolvers<object>();
  let hasEnded = false;
  const end = (error: unknown): void => {
    hasEnded = true;
    const name = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'thread';
    answer.resolve({ name, message: error instanceof Error ? error.message : 'its reader ended' });
  };
  worker.on('message', (message: unknown) => {
    answer.resolve(typeof message === 'object' && message !== null ? message : {});
  });
  worker.on('error', end).on('exit', end);
  return {
    async next(signal) {
      const message = await untilAborted(answer.promise, signal);
      if (!hasEnded) answer = Promise.withResolvers<object>();
      return message;
    },
    fail(name) {
      hasEnded = true;
      answer.resolve({ name, message: '' });
      void worker.terminate();
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
