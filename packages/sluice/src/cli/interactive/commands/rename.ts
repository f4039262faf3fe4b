import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const renameCommand: SlashCommand = {
  name: 'rename',
  argumentHint: 'TITLE',
  does: 'Change the title of the session',
  waits: false,
  run(args, { rename, print, note }) {
    if (args === '') {
      note('Pass the new title: /rename TITLE');
      return;
    }
    rename(args);
    print(`The session is now called ${sanitize(args.split('\n', 1)[0] ?? '')}.`);
  },
};
