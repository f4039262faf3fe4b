import {
  displayInput,
  hookMatches,
  matchingPostHooks,
  matchingPreHooks,
  runPostHooks,
  runPreHooks,
  type JsonObject,
  type Outcome,
} from '@sluice/core';
import type { CallEvent, CommandHooks } from '@sluice/hooks';

interface MadeUpCall {
  readonly toolName: string;
  readonly input: JsonObject;
  readonly output: unknown;
  readonly cwd: string;
  readonly tell: (text: string) => void;
}

/** Fires an event about a sample call, as the engine would; returns the hooks' combined result. */
export async function tryCall(
  { hooks, asker }: CommandHooks,
  event: CallEvent,
  { toolName, input, output, cwd, tell }: MadeUpCall,
): Promise<object> {
  const { signal } = new AbortController();
  const call = { callId: 'made-up-call', messageId: 'made-up-message', toolName, input, cwd, signal };
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? {});
  switch (event) {
    case 'PreToolUse':
      return runPreHooks(matchingPreHooks(hooks, toolName), call);
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const message = output === undefined ? 'It failed.' : text;
      const outcome: Outcome =
        event === 'PostToolUse' ? { code: 'ok' } : { code: 'tool-error', errorCode: 'made-up', message };
      const content = outcome.code === 'ok' ? text : message;
      const told = { ...call, output: output ?? {}, content, outcome, durationMs: 0 };
      return runPostHooks(matchingPostHooks(hooks, event, toolName), told);
    }
    case 'PostToolBatch': {
      const { callId, messageId } = call;
      const batch = {
        messageId,
        cwd,
        signal,
        calls: [{ callId, toolName, input, content: text, isError: false }],
      };
      const of = hooks.filter((hook) => hook.event === 'PostToolBatch');
      const said = await Promise.all(of.map(async (hook) => hook.run(batch)));
      return {
        stop: said.find((one) => one?.stop !== undefined)?.stop,
        additionalContext: said.flatMap((one) => one?.additionalContext ?? []),
        notices: said.flatMap((one) => one?.notices ?? []),
      };
    }
    case 'PermissionDenied': {
      const of = hooks.filter((hook) => hook.event === 'PermissionDenied');
      const matching = of.filter((hook) => hookMatches(hook, toolName));
      const told = { ...call, reason: 'a sample refusal' };
      const said = await Promise.all(matching.map(async (hook) => hook.run(told)));
      return {
        retry: said.some((one) => one?.retry === true) || undefined,
        notices: said.flatMap((one) => one?.notices ?? []),
      };
    }
    case 'PermissionRequest':
      return askPermission(asker({ person: undefined, cwd: () => cwd, tell }), call);
    default:
      return event satisfies never;
  }
}

function askPermission(
  asker: ReturnType<CommandHooks['asker']>,
  {
    callId,
    toolName,
    input,
  }: { readonly callId: string; readonly toolName: string; readonly input: JsonObject },
): Promise<object> {
  return new Promise((resolve) => {
    if (asker === undefined) {
      resolve({ behavior: 'unavailable', reason: 'there is no hook' });
      return;
    }
    const request = {
      kind: 'permission',
      batch: { messageId: 'made-up-message', open: 1 },
      requestId: 'made-up-request',
      callId,
      toolName,
      input,
      display: displayInput(input),
      summary: toolName,
      reason: 'no rule allows it',
      askedBy: 'default',
      matchedRule: undefined,
      blockedPath: undefined,
      suggestedRules: [],
      suggestedDestination: 'local',
      risk: 'medium',
      agentChain: [],
    } as const;
    asker.push(request, resolve);
  });
}
