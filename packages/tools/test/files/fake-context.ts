import { OUTSIDE_ENGINE } from '../support/outside-engine.ts';
import {
  createPermissionContext,
  type CallContext,
  type CheckContext,
  type ReadLedger,
  type ReadRecord,
} from '@sluice/core';

export interface FakeLedger extends ReadLedger {
  /** What the engine does when it releases the results of a message. */
  release(messageId: string): void;
}

/** A ledger in memory: what was read is treated as seen once its message was released, what was written at once. */
export function createFakeLedger(): FakeLedger {
  const records = new Map<string, ReadRecord>();
  const released = new Set<string>();
  return {
    get: (path) => records.get(path),
    isSeenBefore(path, messageId) {
      const record = records.get(path);
      if (record === undefined) return false;
      return record.kind === 'write' || (record.messageId !== messageId && released.has(record.messageId));
    },
    record(entry) {
      records.delete(entry.path);
      records.set(entry.path, entry);
    },
    forget: (path) => void records.delete(path),
    entries: () => records.values(),
    release: (messageId) => void released.add(messageId),
  };
}

export interface FakeCall {
  readonly cwd: string;
  readonly ledger: ReadLedger;
  readonly messageId?: string;
  readonly signal?: AbortSignal;
  /** As the engine's, where a test wants to look at it or to make it fail. Default: without a journal. */
  readonly keepPreImage?: CallContext['keepPreImage'];
}

/** The context of one call, with just what the file tools use. */
export function createFakeContext({
  cwd,
  ledger,
  messageId = 'message-1',
  signal,
  keepPreImage = () => Promise.resolve(undefined),
}: FakeCall): CallContext {
  const check: CheckContext = {
    cwd,
    callId: `call-of-${messageId}`,
    messageId,
    signal: signal ?? new AbortController().signal,
    session: { cwd, values: new Map() },
    ledger,
    permission: createPermissionContext({ mode: 'default', workingDirectories: [cwd] }, 1),
  };
  return {
    ...check,
    parentCallId: undefined,
    depth: 0,
    agentChain: [],
    progress: () => undefined,
    invoke: () => Promise.reject(new Error('The file tools make no nested calls.')),
    captureFile() {
      throw new Error('The file tools capture nothing.');
    },
    idle: (wait) => wait,
    keepPreImage,
    ...OUTSIDE_ENGINE,
  };
}
