import type { ModelMessage } from '@sluice/core';
import type { Conversation } from '../../conversation/conversation.ts';

/** The prompt for a summary. */
export function summaryPrompt(requests: readonly string[]): string {
  return [
    'This conversation has become too long and will be replaced by a summary that you write now. Do not call any tools. The reader continues the work and sees nothing else of the conversation, so write down, in this order:',
    '1. What the user wants: each request, in their own words where the wording matters, and what they rejected.',
    '2. What you found out: files with their full paths, names, facts and figures, commands that work, and what turned out to be wrong.',
    '3. What has been done: each file that was changed and how; what runs in the background.',
    '4. What is left: the current step, exactly how far it got, and the steps after it.',
    'Be exact about details that will be needed again; leave out the rest.',
    ...(requests.length === 0 ? [] : ['Also follow these instructions:', ...requests]),
  ].join('\n');
}

/** The summary at the start of the conversation. */
export function summaryText(text: string, isOutline: boolean): string {
  const origin = isOutline
    ? "The model could not summarize it; these are the user's messages"
    : 'This is a summary of it';
  return `[The earlier part of this conversation no longer fits. ${origin}; continue from here without asking about it.]\n\n${text.trim()}`;
}

const MAX_LINE = 600;
const MAX_LINES = 60;

/** The user's messages, each truncated, and an earlier summary of them. */
export function outlineOf(
  messages: readonly ModelMessage[],
  conversation: Pick<Conversation, 'saidOf'>,
): string {
  const said = messages.flatMap(({ role, content }) =>
    role === 'user'
      ? content.flatMap((block) => {
          const { speaker, block: words } = conversation.saidOf(block) ?? {};
          return words?.type === 'text' && (speaker === 'person' || speaker === 'summary')
            ? [words.text.trim()]
            : [];
        })
      : [],
  );
  const lines = said
    .filter((text) => text !== '')
    .map((text) => `- ${text.slice(0, MAX_LINE).toWellFormed()}`);
  return lines.length <= MAX_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_LINES / 2), '- …', ...lines.slice(-MAX_LINES / 2)].join('\n');
}
