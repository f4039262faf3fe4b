import { runSubcommand } from './run-subcommand.ts';
import type { SlashCommand } from './slash-command.ts';

const TABLE = [
  ['trust', ['rules', 'trust'], 'Trust the settings of this directory, from the next session'],
  ['hooks', ['hooks', 'list'], 'List the hooks'],
  ['tools', ['tools', 'list'], 'List the tools'],
  ['settings', ['settings', 'show'], 'Show the effective settings'],
  ['sessions', ['sessions'], 'List the sessions of this directory'],
  ['doctor', ['doctor'], 'Check the environment and the sandbox'],
] as const;

/** Commands that print what a subcommand of `sluice` prints. */
export function subcommands(): readonly SlashCommand[] {
  return TABLE.map(([name, args, does]) => ({
    name,
    argumentHint: '',
    does,
    waits: false,
    run: (_args, context) => runSubcommand(args, context),
  }));
}
