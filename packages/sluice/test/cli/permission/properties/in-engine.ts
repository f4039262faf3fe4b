import {
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type AnyTool,
  type Asker,
  type ClassifierVerdict,
  type Hook,
  type PermissionRule,
} from '@sluice/core';
import { z } from 'zod';
import { CWD, HOME } from '../judge.ts';
import type { AnyCall } from './calls.ts';
import { files, policy, toolOf } from './subject.ts';

export interface Helpers {
  /** Undefined: there is none. */
  readonly classifier: ClassifierVerdict['behavior'] | undefined;
  readonly hook: 'allow' | 'ask' | 'deny' | undefined;
}

/** In the mode `auto`, in the engine itself: 0 it would have run, 1 a person was asked, 2 it was refused. */
export async function rankInEngine(
  { tool, input }: AnyCall,
  rules: readonly PermissionRule[],
  { classifier, hook }: Helpers,
): Promise<number> {
  let isAsked = false;
  const asker: Asker = {
    push(_request, answer) {
      isAsked = true;
      answer({ behavior: 'deny' });
    },
    remove() {},
    update() {},
  };
  const hooks: Hook[] =
    hook === undefined ? [] : [{ name: 'h', event: 'PreToolUse', run: () => ({ decision: hook }) }];
  const runtime = createRuntime({
    tools: [withoutWork(toolOf(tool))],
    cwd: CWD,
    hooks,
    permission: {
      policy,
      state: createPermissionState({ mode: 'auto', rules, workingDirectories: [CWD], root: CWD, home: HOME }),
      asker,
      ...(classifier !== undefined && { classifier: () => ({ behavior: classifier, reason: 'so it is' }) }),
    },
    ports: { clock: systemClock, files, store: createMemoryStore() },
  });
  let code: string | undefined;
  for await (const event of runtime.run([{ id: 'c', name: tool, input }])) {
    if (event.type === 'tool-result') ({ code } = event.outcome);
  }
  if (isAsked) return 1;
  if (code === 'ok') return 0;
  if (code === 'denied' || code === 'blocked-by-hook') return 2;
  throw new Error(`${tool} ended with ${String(code)}.`);
}

/** Decided as the tool is, and then it does nothing. */
function withoutWork(tool: AnyTool): AnyTool {
  return {
    ...tool,
    inputSchema: z.looseObject({}),
    validateInput: () => ({ ok: true }),
    toModel: () => '',
    call: async () => ({ data: '' }),
  };
}
