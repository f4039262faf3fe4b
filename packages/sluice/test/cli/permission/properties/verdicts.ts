import type { HookVerdict, ToolVerdict } from './subject.ts';

/** From the loosest to the strictest that reaches a decision: a hook's deny settles the call before it. */
export const hookVerdicts: readonly HookVerdict[] = [hookSays('allow'), undefined, hookSays('ask')];

/** From the loosest to the strictest. */
export const toolVerdicts: readonly ToolVerdict[] = [
  { behavior: 'allow' },
  { behavior: 'passthrough' },
  { behavior: 'ask', message: 'the tool wants to know' },
  { behavior: 'deny', message: 'the tool does not want to' },
];

function hookSays(decision: 'allow' | 'ask'): HookVerdict {
  return {
    decision,
    hook: 'h',
    reason: '',
    updatedInput: undefined,
    updatedBy: undefined,
    additionalContext: [],
    stop: undefined,
    failures: [],
    notices: [],
  };
}
