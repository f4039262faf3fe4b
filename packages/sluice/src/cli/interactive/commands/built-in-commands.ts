import { agentsCommand } from './agents.ts';
import { clearCommand } from './clear.ts';
import { compactCommand } from './compact.ts';
import { costCommand } from './cost.ts';
import { exitCommand } from './exit.ts';
import { helpCommand } from './help.ts';
import { keysCommand } from './keys.ts';
import { modeCommand } from './mode.ts';
import { modelCommand } from './model.ts';
import { planCommand } from './plan.ts';
import { forkCommand, resumeCommand } from './session-commands.ts';
import { subcommands } from './subcommands.ts';
import type { SlashCommand } from './slash-command.ts';
import { tasksCommand } from './tasks.ts';

/** The commands of the prompt, in the order of `/help`. */
export function builtInCommands(): readonly SlashCommand[] {
  const commands: SlashCommand[] = [
    helpCommand(() => commands),
    keysCommand,
    clearCommand,
    compactCommand,
    costCommand,
    modelCommand,
    modeCommand,
    planCommand,
    resumeCommand,
    forkCommand,
    agentsCommand,
    tasksCommand,
    ...subcommands(),
    exitCommand,
  ];
  return commands;
}
