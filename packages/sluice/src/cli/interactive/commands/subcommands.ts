import { runSubcommand } from './run-subcommand.ts';
import type { SlashCommand } from './slash-command.ts';

interface Row {
  readonly name: string;
  /** Of `sluice`. */
  readonly words: readonly string[];
  readonly does: string;
  /** What may be typed after the name; it is passed on. Default: nothing. */
  readonly argumentHint?: string;
  /** Printed if it has succeeded. */
  readonly after?: string;
}

const TABLE: readonly Row[] = [
  {
    name: 'trust',
    words: ['rules', 'trust'],
    does: 'Trust the settings of this directory, from the next session',
    after: 'This holds from the next session on; /clear starts one.',
  },
  { name: 'hooks', words: ['hooks', 'list'], does: 'List the hooks' },
  { name: 'tools', words: ['tools', 'list'], does: 'List the tools' },
  { name: 'settings', words: ['settings', 'show'], does: 'Show the effective settings' },
  {
    name: 'sessions',
    words: ['sessions'],
    argumentHint: '[--all]',
    does: 'List the sessions of this directory, or of all directories',
  },
  { name: 'doctor', words: ['doctor'], does: 'Check the environment and the sandbox' },
];

/** Commands that print what a subcommand of `sluice` prints. */
export function subcommands(): readonly SlashCommand[] {
  return TABLE.map(({ name, words, does, argumentHint = '', after }) => ({
    name,
    argumentHint,
    does,
    waits: false,
    async run(args, context) {
      const code = await runSubcommand(
        [...words, ...args.split(/\s+/).filter((word) => word !== '')],
        context,
      );
      if (code === 0 && after !== undefined) context.print(after);
    },
  }));
}
