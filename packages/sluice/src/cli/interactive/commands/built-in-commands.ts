import { addDirCommand } from './add-dir.ts';
import { agentsCommand } from './agents.ts';
import { clearCommand } from './clear.ts';
import { compactCommand } from './compact.ts';
import { contextCommand } from './context.ts';
import { costCommand } from './cost.ts';
import { effortCommand } from './effort.ts';
import { exitCommand } from './exit.ts';
import { helpCommand } from './help.ts';
import { keysCommand } from './keys.ts';
import { mcpCommand } from './mcp.ts';
import { memoryCommand } from './memory.ts';
import { modeCommand } from './mode.ts';
import { modelCommand } from './model.ts';
import { noticesCommand } from './notices.ts';
import { permissionsCommand } from './permissions.ts';
import { planCommand } from './plan.ts';
import { copyCommand, exportCommand, transcriptCommand } from './transcript.ts';
import { renameCommand } from './rename.ts';
import { forkCommand, resumeCommand } from './session-commands.ts';
import { statusCommand } from './status.ts';
import { subcommands } from './subcommands.ts';
import type { SlashCommand } from './slash-command.ts';
import { tasksCommand } from './tasks.ts';
import { diffCommand, rewindCommand, undoCommand } from './undo.ts';
import { unsendCommand } from './unsend.ts';
import { vimCommand } from './vim.ts';

/** The commands of the prompt, in the order of `/help`. */
export function builtInCommands(): readonly SlashCommand[] {
  const commands: SlashCommand[] = [
    helpCommand(() => commands),
    keysCommand,
    clearCommand,
    compactCommand,
    contextCommand,
    costCommand,
    statusCommand,
    modelCommand,
    effortCommand,
    modeCommand,
    planCommand,
    resumeCommand,
    forkCommand,
    renameCommand,
    undoCommand,
    rewindCommand,
    diffCommand,
    unsendCommand,
    transcriptCommand,
    copyCommand,
    exportCommand,
    addDirCommand,
    permissionsCommand,
    agentsCommand,
    tasksCommand,
    mcpCommand,
    memoryCommand,
    vimCommand,
    noticesCommand,
    ...subcommands(),
    exitCommand,
  ];
  return commands;
}
