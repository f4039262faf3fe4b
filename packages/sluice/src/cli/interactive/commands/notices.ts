import { sanitizeLines } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const noticesCommand: SlashCommand = {
  name: 'notices',
  argumentHint: '',
  does: 'Print all startup notices in full, and what requires trust',
  waits: false,
  run(_args, { notices, withheld, print }) {
    if (notices.length + withheld.length === 0) print('There are no notices.');
    for (const text of notices) print(sanitizeLines(text));
    if (withheld.length > 0) print('Requires trust (/trust):');
    for (const line of withheld) print(`  ${sanitizeLines(line)}`);
  },
};
