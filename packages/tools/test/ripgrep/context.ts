import { OUTSIDE_ENGINE } from '../support/outside-engine.ts';
import { createPermissionContext, type CallContext } from '@sluice/core';

/** A context for tools that use its working directory and signal only. */
export function testContext(cwd: string, signal: AbortSignal = new AbortController().signal): CallContext {
  return {
    cwd,
    signal,
    callId: 'call',
    messageId: 'message',
    parentCallId: undefined,
    depth: 0,
    agentChain: [],
    session: { cwd, values: new Map() },
    ledger: {
      get: () => undefined,
      isSeenBefore: () => false,
      record: () => {},
      forget: () => {},
      entries: () => [],
    },
    permission: createPermissionContext({ mode: 'default', workingDirectories: [cwd] }, 1),
    progress: () => {},
    invoke: () => Promise.reject(new Error('no nested calls here')),
    captureFile: () => {
      throw new Error('no capture file here');
    },
    idle: (wait) => wait,
    keepPreImage: () => Promise.reject(new Error('a search writes nothing')),
    ...OUTSIDE_ENGINE,
  };
}
