import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { countText, errorText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { copyText, TERMINAL } from '../programs/copy-text.ts';
import { pageText } from '../programs/page-text.ts';
import { recordMarkdown } from '../record/record-markdown.ts';
import { sessionRecord, type RecordItem } from '../record/session-record.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

const NOT_KEPT = 'This session has no journal.';

export const transcriptCommand: SlashCommand = {
  name: 'transcript',
  argumentHint: '',
  does: 'Show the whole session with all results in $PAGER',
  waits: false,
  async run(_args, context) {
    const items = await recordOf(context.parts);
    if (items === undefined) return context.note(NOT_KEPT);
    const text = (width?: number): string => recordMarkdown(items, context.agent.runtime.pool, true, width);
    const isShown =
      !context.isPlain &&
      (await context.lend(() => pageText(text(context.columns), process.env, { atEnd: true })));
    if (!isShown) for (const line of text().trimEnd().split('\n')) context.print(line);
  },
};

export const exportCommand: SlashCommand = {
  name: 'export',
  argumentHint: '[FILE]',
  does: 'Write the session to a new Markdown file',
  waits: false,
  async run(args, context) {
    const items = await recordOf(context.parts);
    if (items === undefined) return context.note(NOT_KEPT);
    const file = resolve(
      context.parts.cwd,
      args === '' ? `sluice-${context.sessionId.slice(0, 8)}.md` : args,
    );
    try {
      const descriptor = openSync(file, 'wx');
      try {
        writeSync(descriptor, recordMarkdown(items, context.agent.runtime.pool, false));
      } finally {
        closeSync(descriptor);
      }
      context.print(`Written to ${sanitize(file)}.`);
    } catch (error) {
      context.note(`Nothing was written: ${errorText(error)}. Choose another file: /export FILE`);
    }
  },
};

export const copyCommand: SlashCommand = {
  name: 'copy',
  argumentHint: '[N | code]',
  does: 'Copy the latest answer, the Nth latest, or its last code block',
  waits: false,
  async run(args, context) {
    if (!/^(?:\d*|code)$/.test(args)) return context.note('Use /copy, /copy N or /copy code.');
    const answers = answersOf((await recordOf(context.parts)) ?? []);
    const place = /^\d+$/.test(args) ? Math.max(1, Number(args)) : 1;
    const answer = answers.at(-place);
    const text = args === 'code' ? lastCode(answers) : answer;
    if (text === undefined)
      return context.note(args === 'code' ? 'No answer has a code block.' : 'There is no such answer.');
    const took = await copyText(text, process.env, context.sendToTerminal);
    if (took.length === 0) context.note('No clipboard was found. Use /export FILE.');
    else if (took.length === 1 && took[0] === TERMINAL)
      context.print(
        `Sent ${countText(text.length, 'character')} to ${TERMINAL}, which may or may not copy them. In tmux, first run: set -g set-clipboard on`,
      );
    else context.print(`Copied ${countText(text.length, 'character')} with ${took.join(' and ')}.`);
  },
};

/** Undefined: the session keeps no journal. */
export async function recordOf({
  session,
}: CommandContext['parts']): Promise<readonly RecordItem[] | undefined> {
  if (session.journal === undefined) return undefined;
  const { entries } = await session.journal.read();
  return sessionRecord(entries, session.store);
}

/** What the model said, the texts between two prompts as one. */
function answersOf(items: readonly RecordItem[]): readonly string[] {
  const answers: string[] = [];
  let isOpen = false;
  for (const item of items) {
    if (item.kind === 'prompt') isOpen = false;
    if (item.kind !== 'answer') continue;
    if (isOpen) answers.push(`${answers.pop() ?? ''}\n\n${item.text}`);
    else answers.push(item.text);
    isOpen = true;
  }
  return answers;
}

function lastCode(answers: readonly string[]): string | undefined {
  const blocks = answers.flatMap((text) => [...text.matchAll(/^(```+)[^\n]*\n([^]*?)\n?\1[ \t]*$/gm)]);
  return blocks.at(-1)?.[2];
}
