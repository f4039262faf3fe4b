import { newSession } from '@sluice/agent';
import { takeLock } from '@sluice/base';
import type { SessionChoice } from '@sluice/session/agent';
import type { Picker } from '@sluice/terminal';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { resumeCommand } from '../../../../src/cli/interactive/commands/session-commands.ts';
import type { CommandContext } from '../../../../src/cli/interactive/commands/slash-command.ts';
import { openResumePicker } from '../../../../src/cli/interactive/resume/resume-picker.ts';

it('says where a session of another directory continues once that is decided', () => {
  const state = mkdtempSync(join(tmpdir(), 'resume-picker-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  const [free, held] = ['free', 'held'].map((prompt) => newSession({ state, cwd: '/other', prompt }));
  if (free?.ok !== true || held?.ok !== true) throw new Error('no session');
  const lock = takeLock(join(held.session.directory, 'journal.lock'));
  if (!lock.ok) throw new Error('no lock');
  onTestFinished(() => lock.release());
  const said: (string | SessionChoice)[] = [];
  const shown: Picker[] = [];
  openResumePicker({
    cwd: '/here',
    env: { SLUICE_STATE_DIR: state },
    exceptId: undefined,
    pick: (picker) => shown.push(picker),
    refresh() {},
    open: (choice) => said.push(choice),
    note: (text) => said.push(text),
    onClose() {},
  });
  const choose = (id: string): void => {
    const picker = shown.at(-1);
    const item = picker?.items.find((one) => one.id === id);
    if (item === undefined) throw new Error(`${id} isn't in the list`);
    void picker?.onPick(item);
  };
  const named = { kind: 'named', id: undefined };
  const moved = 'The session worked in /other; it continues in /here.';
  choose(held.session.id);
  choose('back');
  expect(said).toEqual([]);
  choose(held.session.id);
  choose('fork');
  expect(said.splice(0)).toEqual([moved, { ...named, name: held.session.id, isForked: true }]);
  shown.pop();
  choose(free.session.id);
  expect(said).toEqual([moved, { ...named, name: free.session.id, isForked: false }]);
});

it.each([
  ['nothing-like-it', [/^! There is no session "nothing-like-it"/], []],
  ['OPEN', [/^! This session is open\.$/], []],
  ['FREE', [/^! The session worked in \/other; it continues in \/here\.$/], ['FREE']],
  ['HELD', [/^picked: Stay in this session$/], []],
])('/resume %s leaves the session only for one that can be opened', (wanted, expected, opened) => {
  const state = mkdtempSync(join(tmpdir(), 'resume-picker-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  vi.stubEnv('SLUICE_STATE_DIR', state);
  onTestFinished(() => void vi.unstubAllEnvs());
  const ids = new Map(
    ['OPEN', 'FREE', 'HELD'].map((prompt) => {
      const made = newSession({ state, cwd: '/other', prompt });
      if (!made.ok) throw new Error('no session');
      if (prompt === 'HELD') {
        const lock = takeLock(join(made.session.directory, 'journal.lock'));
        if (!lock.ok) throw new Error('no lock');
        onTestFinished(() => lock.release());
      }
      return [prompt, made.session.id] as const;
    }),
  );
  const said: string[] = [];
  const choices: SessionChoice[] = [];
  const context = {
    ...{ parts: { cwd: '/here' }, sessionId: ids.get('OPEN'), refresh() {} },
    note: (text: string) => said.push(`! ${text}`),
    switchTo: (choice: SessionChoice) => choices.push(choice),
    pick: ({ items }: Picker) => said.push(`picked: ${items.at(-1)?.label}`),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses no more of it
  void resumeCommand.run(ids.get(wanted) ?? wanted, context as unknown as CommandContext);
  expect(said).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  expect(choices).toEqual(
    opened.map((prompt) => ({ kind: 'named', name: ids.get(prompt), isForked: false, id: undefined })),
  );
});
