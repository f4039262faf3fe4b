import { runSubcommand } from './run-subcommand.ts';
import type { SlashCommand } from './slash-command.ts';

const USE = 'Use /permissions, /permissions add allow|ask|deny RULE, or /permissions remove RULE.';

export const permissionsCommand: SlashCommand = {
  name: 'permissions',
  argumentHint: '[add allow RULE | remove RULE]',
  does: 'List the permission rules and where each one stands; add or remove one',
  waits: false,
  async run(args, context) {
    if (args === '') return runSubcommand(['rules', 'list'], context);
    const added = /^add\s+(allow|ask|deny)\s+(\S.*)$/s.exec(args);
    const removed = /^remove\s+(\S.*)$/s.exec(args);
    if (added !== null) return runSubcommand(['rules', 'add', '--', added[1] ?? '', added[2] ?? ''], context);
    if (removed !== null) return runSubcommand(['rules', 'remove', '--', removed[1] ?? ''], context);
    context.note(USE);
  },
};
