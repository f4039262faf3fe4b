import { isCallInquiry, type Asker, type CallInquiry, type InquiryAnswer } from '@sluice/core';
import type { AskHook } from './ask-hook.ts';
import type { HookAgent } from '../run/hook-input.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import type { PermissionSaying } from '../answer/hook-answer.ts';
import { hookName, lateText, notice } from '../read/hook-speaker.ts';
import { permissionUpdates, suggestionFields } from '../answer/permission-update.ts';

/** A prepared PermissionRequest hook. */
export interface PermissionHook {
  readonly handler: HookHandler;
  readonly matches: (toolName: string) => boolean;
  readonly ask: AskHook;
}

export interface PermissionHookContext {
  /**
   * Asked in parallel with the hooks, but after those that a client runs: its own answer would otherwise race with its hooks.
   * Undefined if no one is available.
   */
  readonly person: Asker | undefined;
  /** The session's current directory, absolute. */
  readonly cwd: () => string;
  /** Called with messages for the user, one sentence each. Must not throw. */
  readonly tell: (text: string) => void;
  readonly clip: (text: string) => Promise<string>;
  /** The hooks of a single agent. */
  readonly scopedTo: (agentId: string) => readonly PermissionHook[];
}

const NO_PERSON = 'no one can be asked';

interface Open {
  readonly controller: AbortController;
  request: CallInquiry;
  isPersonAsked: boolean;
}

/** Asks hooks in parallel with the user, or before a client; the first answer wins. Without a user, the call is denied if no hook answers. */
export function askHooksBeside(
  hooks: readonly PermissionHook[],
  sessionContext: PermissionHookContext,
): Asker {
  const { person, tell } = sessionContext;
  const open = new Map<string, Open>();
  return {
    push(request, answer) {
      if (!isCallInquiry(request)) {
        if (person === undefined) answer({ behavior: 'unavailable', reason: NO_PERSON });
        else person.push(request, answer);
        return;
      }
      const { requestId } = request;
      const ask: Open = { controller: new AbortController(), request, isPersonAsked: false };
      open.set(requestId, ask);
      const settle = (given: InquiryAnswer): boolean => {
        if (!open.delete(requestId)) return false;
        ask.controller.abort();
        answer(given);
        return true;
      };
      let stop: Stop;
      const askPerson = (): void => {
        if (ask.isPersonAsked || !open.has(requestId)) return;
        ask.isPersonAsked = true;
        person?.push(ask.request, (given) => settle(stop === undefined ? given : { ...given, stop }));
      };
      const { agentId } = request;
      const scoped = agentId === undefined ? [] : sessionContext.scopedTo(agentId);
      const asked = [...hooks, ...scoped].filter(({ matches }) => matches(request.toolName));
      if (!asked.some(({ handler }) => handler.kind === 'callback')) askPerson();
      void answerOf(asked, request, ask.controller.signal, sessionContext)
        .catch((error: unknown): HookWord => {
          tell(`The hooks for a permission request failed: ${String(error)}`);
          return SILENT;
        })
        .then((word) => {
          ({ stop } = word);
          const withStop = (given: InquiryAnswer): InquiryAnswer =>
            stop === undefined ? given : { ...given, stop };
          if (word.answer !== undefined) {
            if (settle(withStop(word.answer)) && ask.isPersonAsked) person?.remove(requestId);
          } else if (person === undefined) {
            settle(withStop({ behavior: 'unavailable', reason: NO_PERSON }));
          } else askPerson();
        });
    },
    remove(requestId) {
      const ask = open.get(requestId);
      open.delete(requestId);
      ask?.controller.abort();
      if (ask?.isPersonAsked !== false) person?.remove(requestId);
    },
    update(request) {
      const ask = open.get(request.requestId);
      if (ask !== undefined && isCallInquiry(request)) ask.request = request;
      if (ask?.isPersonAsked !== false) person?.update(request);
    },
  };
}

type Stop = { readonly reason: string } | undefined;

/** The answer of one hook, or of all of them, to a request. */
interface HookWord {
  readonly answer: InquiryAnswer | undefined;
  /** End the loop after this message, no matter who answers. */
  readonly stop: Stop;
}

const SILENT: HookWord = { answer: undefined, stop: undefined };

/** Any hook's deny wins, otherwise the first allow, in configuration order. */
async function answerOf(
  hooks: readonly PermissionHook[],
  request: CallInquiry,
  signal: AbortSignal,
  sessionContext: PermissionHookContext,
): Promise<HookWord> {
  const words = await Promise.all(hooks.map((hook) => askOne(hook, request, signal, sessionContext)));
  const answers = words.map(({ answer }) => answer).filter((answer) => answer !== undefined);
  return {
    answer: answers.find(({ behavior }) => behavior === 'deny') ?? answers[0],
    stop: words.find(({ stop }) => stop !== undefined)?.stop,
  };
}

async function askOne(
  { handler, ask }: PermissionHook,
  request: CallInquiry,
  signal: AbortSignal,
  { cwd, tell, clip }: PermissionHookContext,
): Promise<HookWord> {
  const { callId, toolName, input, suggestedRules, suggestedDestination } = request;
  const suggestions = suggestionFields(suggestedRules, suggestedDestination);
  const fields = suggestions.length === 0 ? {} : { permission_suggestions: suggestions };
  const agent = agentOf(request);
  const meaning = await ask({
    cwd: request.cwd ?? cwd(),
    agent,
    call: { toolName, input },
    callId,
    signal,
    fields,
  });
  if (meaning === undefined || meaning.kind === 'cancelled') return SILENT;
  const hook = hookName(handler);
  if (meaning.kind === 'failed' || meaning.kind === 'timed-out') {
    const problem = meaning.kind === 'failed' ? meaning.problem : lateText(handler, meaning.afterMs);
    tell(notice(handler, problem));
    const denies = meaning.kind === 'failed' ? handler.onFailure === 'block' : handler.onTimeout === 'deny';
    return denies ? { answer: { behavior: 'deny', hook, feedback: problem }, stop: undefined } : SILENT;
  }
  const { answer } = meaning;
  for (const text of meaning.notices) tell(notice(handler, text));
  if (answer?.systemMessage !== undefined) tell(notice(handler, await clip(answer.systemMessage)));
  const stop =
    answer?.stop === undefined
      ? undefined
      : { reason: await clip(answer.stop.reason ?? 'a hook ends the turn here') };
  return { answer: await given(handler, answer?.permission, request, { tell, clip }), stop };
}

function agentOf({ agentId: id, agentType: type }: CallInquiry): HookAgent | undefined {
  return id === undefined || type === undefined ? undefined : { id, type };
}

async function given(
  handler: HookHandler,
  said: PermissionSaying | undefined,
  { kind, askedBy, toolName, reason }: CallInquiry,
  { tell, clip }: Pick<PermissionHookContext, 'tell' | 'clip'>,
): Promise<InquiryAnswer | undefined> {
  if (said === undefined) return undefined;
  const hook = hookName(handler);
  if (said.behavior === 'deny') {
    return {
      behavior: 'deny',
      hook,
      feedback: said.message === undefined ? undefined : await clip(said.message),
      endsTurn: said.interrupt,
    };
  }
  // A call that is itself a question to the user may be answered by a hook, with the input that holds the answer.
  const isAnswer = kind !== 'permission' && askedBy === 'tool' && said.updatedInput !== undefined;
  // If a rule, a floor or the tool requires approval, the user must give it: a hook may tighten, and never loosen.
  if (askedBy !== 'default' && !isAnswer) {
    tell(notice(handler, `it may not allow this call of ${toolName}, which a person must decide: ${reason}`));
    return undefined;
  }
  const updates = permissionUpdates(said.updatedPermissions);
  const known = updates.filter((update) => update !== undefined);
  if (known.length < updates.length)
    tell(notice(handler, 'some of its "updatedPermissions" are invalid and were not saved'));
  return {
    behavior: 'allow',
    hook,
    updatedInput: said.updatedInput,
    updates: known.length > 0 ? known : undefined,
  };
}
