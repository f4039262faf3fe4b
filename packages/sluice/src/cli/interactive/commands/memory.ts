import { isInstructionText } from '@sluice/agent';
import { countText } from '@sluice/base';
import { findInstructions } from '@sluice/session/agent';
import { sanitize } from '@sluice/core';
import { isAbsolute, relative } from 'node:path';
import { runOnTerminal } from '../programs/run-on-terminal.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const memoryCommand: SlashCommand = {
  name: 'memory',
  argumentHint: '',
  does: 'List the instruction files that the model gets, and edit one',
  waits: false,
  async run(_args, context) {
    const { agent, parts, pick, note, print, isPlain, table } = context;
    const { session, agent: local } = agent.runtime;
    const place = { cwd: session.cwd, permission: parts.permission };
    const { files, problems } = findInstructions(place, local.contextFiles, process.env);
    for (const problem of problems) note(problem);
    if (files.length === 0) {
      print('There are no instruction files here. /init writes an AGENTS.md.');
      return;
    }
    const { system } = await agent.requestHead();
    if (!system.some(isInstructionText))
      note('The model has none of these in this session: they are read when a session starts.');
    const items = files.map(({ path, kind, text }) => ({
      id: path,
      label: shortPath(path, session.cwd),
      detail: `${kind.toLowerCase()}  ${countText(text.trimEnd().split('\n').length, 'line')}`,
    }));
    if (isPlain) table(items.map(({ label, detail }) => [sanitize(label), detail]));
    else
      pick({
        title: 'Instruction files',
        items,
        does: 'edits',
        onPick: ({ id }) => edit(id, context),
      });
  },
};

/** As it would be typed in the working directory; files above it in full. */
function shortPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}

/** In `$VISUAL` or `$EDITOR`. */
async function edit(path: string, { lend, note, print }: CommandContext): Promise<void> {
  const { VISUAL = '', EDITOR = '' } = process.env;
  const editor = [VISUAL, EDITOR].find((name) => name.trim() !== '') ?? 'vi';
  const problem = await lend(() => runOnTerminal(editor, path));
  if (problem === undefined)
    print('The model gets the changed file from the next session on; /clear starts one.');
  else note(`${editor} ended with ${problem}.`);
}
