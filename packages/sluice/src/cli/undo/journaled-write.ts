import { dirname } from 'node:path';
import type { JournalEntry, PreImage } from '@sluice/core';

/** A file write in the journal that was not undone. */
export interface JournaledWrite {
  readonly messageId: string;
  readonly callId: string;
  readonly parentCallId: string | undefined;
  /** The tool's name as called; empty if the journal has lost it. */
  readonly toolName: string;
  /** The call is known to have succeeded. */
  readonly hasSucceeded: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  readonly path: string;
  readonly before: PreImage | null;
  readonly afterHash: string;
  /** The highest directory above it that a call of the session has created. */
  readonly madeDirectory: string | undefined;
}

type Key = Pick<JournaledWrite, 'messageId' | 'callId' | 'path' | 'afterHash'>;

/**
 * The writes of a session that are not undone, in call order (calls on different files may have run at the same time):
 * each `undone` removes the last write that it names. Calls of several agents have no order; their writes do.
 */
export function journaledWrites(
  entries: readonly JournalEntry[],
  hasAgents = false,
): readonly JournaledWrite[] {
  const received = new Map<string, Received>();
  const succeeded = succeededCalls(entries);
  const standing = new Map<string, JournaledWrite[]>();
  const places = new Map<JournaledWrite, number>();
  const made = new Set<string>();
  for (const entry of entries) {
    switch (entry.type) {
      case 'received': {
        const { messageId, parentCallId } = entry;
        const parent =
          parentCallId === undefined ? undefined : received.get(callKey({ messageId, callId: parentCallId }));
        received.set(callKey(entry), { name: entry.name, place: parent?.place ?? received.size });
        break;
      }
      case 'wrote': {
        const { messageId, callId, parentCallId, time, path, before, afterHash } = entry;
        const { name = '', place = received.size } = received.get(callKey(entry)) ?? {};
        const hasSucceeded = succeeded.has(callKey(entry));
        const call = { messageId, callId, parentCallId, toolName: name, hasSucceeded };
        if (entry.newDirectory !== undefined) made.add(entry.newDirectory);
        const write = { ...call, time, path, before, afterHash, madeDirectory: highestOf(made, path) };
        const alike = standing.get(writeKey(entry));
        if (alike === undefined) standing.set(writeKey(entry), [write]);
        else alike.push(write);
        places.set(write, place);
        break;
      }
      case 'undone': {
        const write = standing.get(writeKey(entry))?.pop();
        if (write !== undefined) places.delete(write);
        break;
      }
      default:
    }
  }
  if (hasAgents) return [...places.keys()];
  return [...places].toSorted(([, one], [, other]) => one - other).map(([write]) => write);
}

function highestOf(made: ReadonlySet<string>, path: string): string | undefined {
  let highest: string | undefined;
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (made.has(at)) highest = at;
  return highest;
}

function succeededCalls(entries: readonly JournalEntry[]): ReadonlySet<string> {
  const succeeded = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'settled' && entry.outcome === 'ok') succeeded.add(callKey(entry));
  }
  return succeeded;
}

interface Received {
  readonly name: string;
  /** The model's call that it belongs to, as a position among all of them. */
  readonly place: number;
}

function callKey({ messageId, callId }: Pick<Key, 'messageId' | 'callId'>): string {
  return JSON.stringify([messageId, callId]);
}

function writeKey({ messageId, callId, path, afterHash }: Key): string {
  return JSON.stringify([messageId, callId, path, afterHash]);
}
