import type { ModelMessage, UserBlock } from '@sluice/core';
import type { Said } from '../conversation/message-list.ts';

/** The prompt for a summary. */
export function summaryPrompt(wishes: readonly string[]): string {
  return [
    'This conversation has become too long and will be replaced by a summary that you write now. Call no tool. Whoever reads it goes on with the work and sees nothing else of what was said, so write down, in this order:',
    '1. What the user wants: each request, in their own words where the wording matters, and what they have said no to.',
    '2. What has been found out: files with their full paths, names, facts and figures, commands that work, and what turned out to be wrong.',
    '3. What has been done: each file that was changed and how; what runs in the background.',
    '4. What is left: the step that was being taken, exactly where it stood, and the ones after it.',
    'Be exact rather than short where a detail will be needed again; leave out what will not.',
    ...(wishes.length === 0 ? [] : ['Mind this as well:', ...wishes]),
  ].join('\n');
}

/** The summary at the start of the conversation. */
export function summaryText(text: string, isOutline: boolean): string {
  const origin = isOutline
    ? 'The model could not be asked for a summary of it; this is what the user had said'
    : 'This is a summary of it';
  return `[The earlier part of this conversation did not fit any more. ${origin}; go on from here without asking about it.]\n\n${text.trim()}`;
}

const MAX_LINE = 600;
const MAX_LINES = 60;

/** The user's messages, each truncated, and an earlier summary of them. */
export function outlineOf(
  messages: readonly ModelMessage[],
  saidOf: (block: UserBlock) => Said | undefined,
): string {
  const said = messages.flatMap(({ role, content }) =>
    role === 'user'
      ? content.flatMap((block) => {
          const { speaker, block: words } = saidOf(block) ?? {};
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
