import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { realDirectory } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

export const addDirCommand: SlashCommand = {
  name: 'add-dir',
  argumentHint: 'DIRECTORY',
  does: 'Add a directory to the workspace of this session',
  waits: false,
  run(args, { agent, parts, print, note }) {
    if (args === '') {
      note('Pass a directory: /add-dir DIRECTORY');
      return;
    }
    const directory = realDirectory(resolve(parts.cwd, args.replace(/^~(?=\/|$)/, homedir())));
    if (directory === undefined) {
      note(`There is no directory ${sanitize(args)}.`);
      return;
    }
    const result = agent.runtime.permission.apply({
      type: 'addDirectories',
      directories: [directory],
      destination: 'session',
    });
    if (result.ok) print(`${sanitize(directory)} is now part of the workspace.`);
    else note(result.message);
  },
};
