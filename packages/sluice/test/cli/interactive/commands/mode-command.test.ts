import type { Picker } from '@sluice/terminal';
import { expect, it, vi } from 'vitest';
import { modeCommand } from '../../../../src/cli/interactive/commands/mode.ts';
import type { CommandContext } from '../../../../src/cli/interactive/commands/slash-command.ts';

function typed(args: string, isPlain = false) {
  const apply = vi.fn(() => ({ ok: true }));
  const pickers: Picker[] = [];
  const lines: string[] = [];
  const current = () => ({ mode: 'default', isBypassAvailable: false, isAutoAvailable: false });
  const context = {
    agent: { runtime: { permission: { current, apply } } },
    pick: (picker: Picker) => pickers.push(picker),
    print: (text: string) => lines.push(text),
    note: (text: string) => lines.push(text),
    mayAnswer: () => undefined,
    isPlain,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command uses of it
  void modeCommand.run(args, context as unknown as CommandContext);
  return { apply, picker: pickers[0], lines };
}

it('lists the modes that the session may be in, the current one marked, and changes to the one that is chosen', () => {
  const { apply, picker } = typed('');
  expect(picker?.items.map(({ id }) => id)).toEqual(['default', 'acceptEdits', 'plan', 'dontAsk']);
  expect(picker?.markedId).toBe('default');
  expect(picker?.items[0]?.detail).toMatch(/^current · Asks before/);
  const plan = picker?.items.find(({ id }) => id === 'plan');
  if (plan !== undefined) void picker?.onPick(plan);
  expect(apply).toHaveBeenCalledWith({ type: 'setMode', mode: 'plan', destination: 'session' });
});

it('says in plain mode which one it is in', () => {
  const { picker, lines } = typed('', true);
  expect(picker).toBeUndefined();
  expect(lines).toEqual([
    'The mode is default. To change it: /mode followed by default, acceptEdits, plan or dontAsk.',
  ]);
});
