import { displayInput, type PermissionRequest } from '@sluice/core';
import { createStyle, pickerRows, type Picker } from '@sluice/terminal';
import { expect, it } from 'vitest';
import { permissionsCommand } from '../../../../src/cli/interactive/commands/permissions.ts';
import type { CommandContext } from '../../../../src/cli/interactive/commands/slash-command.ts';
import { InquiryLog } from '../../../../src/cli/interactive/questions/inquiry-log.ts';

const request = (requestId: string): PermissionRequest => {
  const input = { command: `touch ${requestId}` };
  return {
    ...{
      kind: 'permission',
      requestId,
      callId: requestId,
      toolName: 'Bash',
      input,
      display: displayInput(input),
    },
    ...{ summary: `touch ${requestId}`, reason: 'no rule allows it', agentChain: [], askedBy: 'default' },
    ...{ matchedRule: undefined, blockedPath: undefined, suggestedRules: [`Bash(touch ${requestId})`] },
    ...{ suggestedDestination: 'session', risk: 'medium', batch: { messageId: 'm', open: 1 } },
  };
};

it('offers a rule for a denied call only if all of the call was shown, whatever words denied it', async () => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  const deny = (requestId: string, hasSeenAll: boolean, said: string): void =>
    log.answered(request(requestId), { answer: { behavior: 'deny' }, said, afterMs: 900, hasSeenAll });
  deny('seen', true, 'not now');
  deny('unseen', false, 'no');
  log.answered(request('allowed'), {
    ...{ answer: { behavior: 'allow' }, said: 'no problem', afterMs: 1, hasSeenAll: true },
  });
  expect(lines[0]).toBe('asked: Bash touch seen → not now (you, 900 ms)');

  const added: unknown[] = [];
  const notes: string[] = [];
  let picker: Picker | undefined;
  const runtime = { permission: { apply: (update: unknown) => ({ ok: added.push(update) > 0 }) } };
  const context: CommandContext = Object.assign(Object.create(null), {
    denied: log.denied,
    isPlain: false,
    agent: { runtime },
    pick: (opened: Picker) => void (picker = opened),
    print: (text: string) => lines.push(text),
    note: (text: string) => notes.push(text),
  });
  await permissionsCommand.run('denied', context);
  expect(picker?.items.map(({ label, detail }) => [label, detail])).toEqual([
    ['Bash touch unseen', 'not all of it was shown'],
    ['Bash touch seen', 'Bash(touch seen)'],
  ]);
  // A call's title has its hidden characters marked once.
  const [first] = picker?.items ?? [];
  const items = first === undefined ? [] : [{ ...first, label: 'Bash echo a⟨U+200D⟩' }];
  const drawn = pickerRows(
    { title: 'Denied', items, onPick() {} },
    { matches: items, marked: 0, preview: undefined },
    createStyle(false),
    60,
    9,
  );
  expect(drawn.join('\n')).toContain('❯ Bash echo a⟨U+200D⟩ ');
  for (const item of picker?.items ?? []) void picker?.onPick(item);
  expect(notes).toEqual([expect.stringMatching(/^Not all of the call was shown/)]);
  expect(added).toEqual([
    { type: 'addRules', behavior: 'allow', rules: ['Bash(touch seen)'], destination: 'session' },
  ]);
});
