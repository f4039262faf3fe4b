import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LockAttempt, LockHolder } from '@sluice/base';
import type { Journal, JournalEntry, JournalWrite } from '@sluice/core';
import { ioFailure } from '../io-failure.ts';
import { HEAD_FILE, openHead, readHead, type HeadWriter } from './journal-head.ts';
import { takeJournalLock } from './journal-lock.ts';
import { LINE_LIMIT } from './parse-journal-line.ts';
import { lastSeal } from './last-seal.ts';
import { SEAL_BYTES } from './line-seal.ts';
import { createLineSealer } from './line-sealer.ts';
import { openLineWriter } from './line-writer.ts';
import type { LineWriter } from './line-writer.ts';
import { JOURNAL_FILE, readJournal } from './read-journal.ts';
import { makeDirectory } from '../make-directory.ts';

export interface OpenJournalOptions {
  /** The session's directory, created with mode 0700 if missing. */
  readonly directory: string;
  /** What an entry survives: the death of the process (default; write(2)), or a power loss (also fdatasync, some hundred times slower). */
  readonly durability?: 'process' | 'power';
  /** Whether it takes the lock of the directory. False: this process holds that of a directory above. Default true. */
  readonly takesLock?: boolean;
}

export type OpenedJournal =
  | {
      readonly ok: true;
      readonly journal: Journal;
      /** The last line was cut off. It stays in the file, `read()` counts it, and it corrupts no later line. */
      readonly hasTornEnd: boolean;
      /** There was no journal, nor a record of one. */
      readonly isNew: boolean;
    }
  | { readonly ok: false; readonly code: 'locked'; readonly holder: LockHolder; readonly message: string }
  | { readonly ok: false; readonly code: 'unwritable'; readonly message: string };

/**
 * Opens a session's `journal.jsonl` for this process alone; never throws. `read()` may still find an entry whose `append` failed, and
 * rejects only if the file can't be read at all.
 */
export function openJournal(options: OpenJournalOptions): OpenedJournal {
  const directory = resolve(options.directory);
  const isSynced = options.durability === 'power';
  try {
    makeDirectory(directory, 0o700);
    const lock: LockAttempt = options.takesLock === false ? NO_LOCK : takeJournalLock(directory);
    if (!lock.ok) {
      const message = `The session in ${directory} is in use by process ${lock.holder.pid}.`;
      return { ok: false, code: 'locked', holder: lock.holder, message };
    }
    let head: HeadWriter | undefined;
    try {
      const path = join(directory, JOURNAL_FILE);
      const headPath = join(directory, HEAD_FILE);
      const [found, noted] = [lastSeal(path), readHead(headPath)];
      head = openHead(headPath);
      // A kill may have kept the head from being recorded, and lines may be missing at the end. Numbers are never reused.
      const end = noted === undefined || found.number > noted.number ? found : noted;
      // Before the first line, so that a journal without a record of its end has lost that.
      if (noted === undefined && found.number === 0) head.write(end);
      const sealer = createLineSealer(end, head.write);
      const writer = openLineWriter(path, { isSynced, sealer });
      if (isSynced) syncDirectory(directory);
      return {
        ok: true,
        journal: createJournal(directory, writer, closing(head, lock.release)),
        hasTornEnd: writer.hasTornEnd,
        isNew: noted === undefined && writer.isEmpty,
      };
    } catch (error) {
      closing(head, lock.release)();
      throw error;
    }
  } catch (error) {
    const message = `The journal in ${directory} can't be written (${ioFailure(error).reason}).`;
    return { ok: false, code: 'unwritable', message };
  }
}

const NO_LOCK: LockAttempt = { ok: true, release: () => {} };

function closing(head: HeadWriter | undefined, releaseLock: () => void): () => void {
  return () => {
    try {
      head?.close();
    } finally {
      releaseLock();
    }
  };
}

function createJournal(directory: string, writer: LineWriter, releaseLock: () => void): Journal {
  return {
    append(entry) {
      const line = encode(entry);
      return line.ok ? writer.append(line.text) : line;
    },
    appendSoon(entry, onWritten) {
      const line = encode(entry);
      if (line.ok) writer.appendSoon(line.text, onWritten);
      else onWritten(line);
    },
    flush: writer.flush,
    read() {
      writer.flush();
      return readJournal(directory);
    },
    close() {
      try {
        writer.close();
      } finally {
        releaseLock();
      }
    },
  };
}

function encode(
  entry: JournalEntry,
): { readonly ok: true; readonly text: string } | (JournalWrite & { ok: false }) {
  let text: string;
  try {
    text = JSON.stringify(entry);
  } catch (error) {
    return { ok: false, message: `An entry can't be written as JSON (${ioFailure(error).reason}).` };
  }
  // A UTF-16 unit takes at most three bytes, so most lines need no counting.
  if (text.length * 3 + SEAL_BYTES < LINE_LIMIT) return { ok: true, text };
  const bytes = Buffer.byteLength(text) + SEAL_BYTES;
  if (bytes < LINE_LIMIT) return { ok: true, text };
  return { ok: false, message: `A journal line must be under ${LINE_LIMIT} bytes; this one has ${bytes}.` };
}

/** Makes a new file's name itself survive a power loss. */
function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
