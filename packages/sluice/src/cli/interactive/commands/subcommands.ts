import { foldBelow } from './fold-below.ts';
import { runSubcommand } from './run-subcommand.ts';
import type { SlashCommand } from './slash-command.ts';

interface Row {
  /** Of `sluice`. */
  readonly words: readonly string[];
  readonly does: string;
  /** What may be typed after the name; it is passed on. Default: nothing. */
  readonly argumentHint?: string;
  /** Printed if it has succeeded. */
  readonly after?: string;
  /** It prints sentences, some of them at the right of a name: what is too long goes on below where it began. Default false. */
  readonly isProse?: boolean;
}

const TABLE = {
  trust: {
    words: ['rules', 'trust'],
    does: 'Trust the settings of this directory',
    after: 'Its rules and hooks apply from now on; other settings, listed in notices, at the next start.',
  },
  hooks: { words: ['hooks', 'list'], does: 'List the hooks' },
  tools: { words: ['tools', 'list'], does: 'List the tools' },
  settings: { words: ['settings', 'show'], does: 'Show the effective settings' },
  sessions: {
    words: ['sessions'],
    argumentHint: '[--all]',
    does: 'List the sessions of this directory, or of all directories',
  },
  doctor: { words: ['doctor'], does: 'Check the environment and the sandbox', isProse: true },
} as const satisfies Readonly<Record<string, Row>>;

type Name = keyof typeof TABLE;

/** Commands that print what a subcommand of `sluice` prints. */
export function subcommands(): Readonly<Record<Name, SlashCommand>> {
  return {
    trust: commandOf('trust', TABLE.trust),
    hooks: commandOf('hooks', TABLE.hooks),
    tools: commandOf('tools', TABLE.tools),
    settings: commandOf('settings', TABLE.settings),
    sessions: commandOf('sessions', TABLE.sessions),
    doctor: commandOf('doctor', TABLE.doctor),
  };
}

function commandOf(
  name: Name,
  { words, does, argumentHint = '', after, isProse = false }: Row,
): SlashCommand {
  return {
    name,
    argumentHint,
    does,
    waits: false,
    printsLater: true,
    async run(args, context) {
      const code = await runSubcommand(
        [...words, ...args.split(/\s+/).filter((word) => word !== '')],
        context,
        isProse && !context.isPlain ? (line) => foldBelow(line, context.columns) : undefined,
      );
      if (code === 0 && after !== undefined) context.print(after);
    },
  };
}
