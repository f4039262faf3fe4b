import type { Picker } from '@sluice/terminal';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { agentsCommand } from '../../../src/cli/interactive/commands/agents.ts';
import type { CommandContext, SlashCommand } from '../../../src/cli/interactive/commands/slash-command.ts';
import { tasksCommand } from '../../../src/cli/interactive/commands/tasks.ts';

const TASK = { id: 't', command: 'make', outputPath: '/nowhere', status: { status: 'running' } };

const pickAll = async ({ items, onPick }: Picker): Promise<void> => {
  for (const item of items) await onPick(item);
};
const pressAll = ({ items, keys = [] }: Picker): void => {
  for (const item of items) keys[0]?.run(item);
};

it.each<[string, SlashCommand, (picker: Picker) => void | Promise<void>, RegExp]>([
  ['the record of an agent', agentsCommand, pickAll, /^What the agent did can't be shown: EISDIR/],
  ['the end of a task', tasksCommand, pressAll, /^The task t was not stopped: no$/],
])('%s that fails behind a list is noted', async (_, command, choose, noted) => {
  const directory = mkdtempSync(join(tmpdir(), 'failed-picks-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'journal.jsonl'));
  const agent = { id: 'a', name: '', type: 'Explore', state: 'completed', description: 'look', depth: 1 };
  const agents = [{ ...agent, transcriptPath: join(directory, 'journal.jsonl') }];
  const notes: string[] = [];
  const context = {
    parts: {
      subAgents: { port: { list: () => agents } },
      tasks: { list: () => [TASK], get: () => TASK, stop: () => Promise.reject(new Error('no')) },
    },
    watch: { tokens() {}, lastCall: () => '' },
    confirm: () => Promise.resolve(true),
    note: (text: string) => void notes.push(text),
    pick: choose,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the commands use no more of it
  await command.run('', context as unknown as CommandContext);
  await vi.waitFor(() => expect(notes).toEqual([expect.stringMatching(noted)]));
});
