import { OUTSIDE_ENGINE } from '../support/outside-engine.ts';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPermissionContext, type CallContext, type SessionContext } from '@sluice/core';

export interface FakeWorld {
  /** Real path of a workspace with a space in its name. */
  readonly workspace: string;
  /** Where the next capture file will be. */
  readonly capturePath: string;
  /** What was passed to `progress`. */
  readonly progress: unknown[];
  /** A context of the session as it is now. */
  context(more?: Partial<CallContext>): CallContext;
  /** Applies what a result says of the session. */
  apply(modify: ((session: SessionContext) => SessionContext) | undefined): void;
  dispose(): void;
}

/** Real directories, and everything else of a call as small as it can be. */
export function createFakeWorld(): FakeWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice bash ')));
  const workspace = join(root, 'work space');
  mkdirSync(workspace);
  let session: SessionContext = { cwd: workspace, values: new Map() };
  const capturePath = join(root, 'capture');
  const progress: unknown[] = [];
  return {
    workspace,
    capturePath,
    progress,
    context: (more = {}) => ({
      cwd: session.cwd,
      callId: 'toolu_1',
      messageId: 'msg_1',
      parentCallId: undefined,
      depth: 0,
      agentChain: [],
      signal: new AbortController().signal,
      session,
      ledger: {
        get: () => undefined,
        isSeenBefore: () => false,
        record: () => {},
        forget: () => {},
        entries: () => [],
      },
      permission: createPermissionContext({ mode: 'default', workingDirectories: [workspace] }, 1),
      progress: (data) => progress.push(data),
      invoke: () => Promise.reject(new Error('There is no other tool here.')),
      captureFile: () => ({ path: capturePath, remove: () => rmSync(capturePath, { force: true }) }),
      idle: (wait) => wait,
      keepPreImage: () => Promise.reject(new Error('A command keeps no pre-images.')),
      ...OUTSIDE_ENGINE,
      ...more,
    }),
    apply(modify) {
      if (modify !== undefined) session = modify(session);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
