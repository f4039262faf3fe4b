import type { CallContext } from '@sluice/core';

/** The parts of a call's context that no built-in tool uses, as they are without an engine around. */
export const OUTSIDE_ENGINE: Pick<
  CallContext,
  'parentMessageId' | 'messages' | 'root' | 'decide' | 'inProgress' | 'extension'
> = {
  parentMessageId: undefined,
  messages: [],
  root: { current: () => ({ cwd: '/', values: new Map() }), update: () => {} },
  decide: () => Promise.reject(new Error('There is no engine here.')),
  inProgress: () => ({ calls: [], interruptible: 'none' }),
  extension: undefined,
};
