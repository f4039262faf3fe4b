import { checkImages, type UserBlock } from '@sluice/core';
import { NO_HOOKS } from './agent-hooks.ts';
import type { HookBlock } from './agent-event.ts';
import type { Expansion } from './expansion.ts';
import type { Prompt } from './agent-options.ts';
import { compactNow } from './compact/compact.ts';
import type { PromptTally } from './usage/prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { userContentAdder } from './add-user-content.ts';
import type { EndReason } from './transition.ts';
import { CONVERSATION_CLEARED } from './model-texts.ts';
import { CLEARED } from './user-texts.ts';
import { askedModel } from './usage/used-models.ts';

/** What submitting a message has come to, if the model isn't simply asked. */
type SubmitEnd = { readonly reason: EndReason } | { readonly compacts: string | undefined };

/**
 * Adds the content to the conversation if hooks allow it, and what its slash commands say. Returns a reason if hooks
 * don't allow it or want to end the work, or if a command has answered by itself.
 */
export async function submit(
  scope: PromptScope,
  tally: PromptTally,
  given: Prompt,
  /** Receives the reason why it is not sent to the model, and the hook that blocked it, if one did. */
  tell: (why: string, block?: HookBlock) => void = (why, block) => {
    tally.addError(why);
    if (block !== undefined) tally.block(block);
  },
): Promise<SubmitEnd | undefined> {
  const expansion = await expand(scope, given);
  switch (expansion.kind) {
    case 'prompt':
      break;
    case 'answer':
      tally.answer(expansion.text);
      return { reason: 'completed' };
    case 'compact':
      return { compacts: expansion.instructions };
    case 'clear':
      await clear(scope, given.id);
      tally.answer(CLEARED);
      return { reason: 'completed' };
    case 'refused':
      tell(expansion.message, expansion.block);
      return { reason: 'prompt-blocked' };
    default:
      return expansion satisfies never;
  }
  const following = [...(given.following ?? []), ...expansion.following];
  const reason = await say(scope, tally, { ...expansion, following }, tell, given.id);
  return reason === undefined ? undefined : { reason };
}

/** What was said so far stays in the journal, as after a compaction. The model learns that something was left out. */
async function clear(scope: PromptScope, id: string | undefined): Promise<void> {
  const { conversation, lateTools, fill, emit, hooks = NO_HOOKS, interruption } = scope;
  const { messages } = conversation;
  if (messages.length > 0) {
    const lost = await conversation.compact(CONVERSATION_CLEARED, undefined, 'manual');
    lateTools?.compacted(messages);
    fill.usage = undefined;
    if (lost !== undefined) emit({ type: 'notice', message: lost });
  }
  emit({ type: 'cleared', id });
  const addUserContent = userContentAdder(scope);
  for (const context of (await hooks.cleared?.(interruption.signal)) ?? [])
    await addUserContent(context, 'hook');
}

/** Only text that the user typed can contain commands. */
async function expand({ expand: by, interruption }: PromptScope, prompt: Prompt): Promise<Expansion> {
  return by === undefined || prompt.isVerbatim === true || (prompt.origin ?? 'person') !== 'person'
    ? { kind: 'prompt', prompt, following: [] }
    : by(prompt, interruption.signal);
}

async function say(
  scope: PromptScope,
  tally: PromptTally,
  { prompt: { content, origin = 'person' }, following }: Extract<Expansion, { kind: 'prompt' }>,
  tell: (why: string, block: HookBlock) => void,
  id: string | undefined,
): Promise<EndReason | undefined> {
  const { hooks = NO_HOOKS, interruption } = scope;
  const addUserContent = userContentAdder(scope);
  const typed = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const words = [...typed, ...following.map(({ text }) => text)].join('\n');
  const verdict = await hooks.submitted(words, interruption.signal);
  if (verdict.block !== undefined) {
    const { stop } = verdict;
    const reason = stop === undefined ? verdict.block : `${verdict.block} ${stop}`;
    tell(reason, { event: 'UserPromptSubmit', reason });
    return stop === undefined ? 'prompt-blocked' : 'hook-stopped';
  }
  const shown = await withCheckedImages(scope, content);
  // Hooks that were interrupted have not allowed anything.
  const { reason } = interruption;
  if (reason !== undefined) return reason === 'shutdown' ? reason : 'interrupted-streaming';
  await addUserContent(shown, origin, false, id);
  for (const { text, origin: of } of following) await addUserContent(text, of);
  for (const context of verdict.additionalContext) await addUserContent(context, 'hook');
  if (verdict.stop === undefined) return undefined;
  tally.addError(verdict.stop);
  return 'hook-stopped';
}

/** The content with text in place of images that can't be shown, which the user learns, too. */
async function withCheckedImages(
  { checkImage, interruption, emit }: PromptScope,
  content: readonly UserBlock[],
): Promise<readonly UserBlock[]> {
  if (checkImage === undefined) return content;
  const { signal } = interruption;
  const checked = await checkImages<UserBlock>(content, checkImage, signal);
  const given = new Set(content);
  for (const block of checked)
    if (block.type === 'text' && !given.has(block) && !signal.aborted)
      emit({ type: 'notice', message: block.text.slice(1, -1) });
  return checked;
}

/** What happened to the waiting messages. */
interface Submitted {
  /** A message was added to the conversation, or the user interrupted, so the work can continue. */
  readonly goesOn: boolean;
  /** A hook wants to end the work. */
  readonly end: EndReason | undefined;
}

/**
 * Submits all waiting messages in order. A message that a hook blocks is dropped, and the work continues.
 * Messages that an interrupt stops keep waiting.
 */
export async function submitWaiting(scope: PromptScope, tally: PromptTally): Promise<Submitted> {
  const { waiting, emit } = scope;
  const erased = (why: string): void =>
    emit({ type: 'notice', message: `Messages sent in the meantime were not sent to the model: ${why}` });
  let goesOn = false;
  for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
    const ended = await submit(scope, tally, prompt, erased);
    if (ended === undefined) {
      goesOn = true;
      continue;
    }
    if ('compacts' in ended) {
      const asked = askedModel(scope.provider);
      await compactNow(scope, {
        trigger: 'manual',
        instructions: ended.compacts,
        counted: (usage, modelMs) => tally.addRequest(usage, modelMs, asked),
      });
      continue;
    }
    const { reason } = ended;
    if (reason === 'interrupted-streaming' || reason === 'shutdown') {
      waiting.unshift(prompt);
      return { goesOn: true, end: undefined };
    }
    if (reason === 'prompt-blocked') continue;
    if (reason === 'completed') emit({ type: 'notice', message: tally.text });
    else return { goesOn, end: reason };
  }
  return { goesOn, end: undefined };
}
