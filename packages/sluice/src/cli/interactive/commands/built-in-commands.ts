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
import type { CommandGroup, SlashCommand } from './slash-command.ts';
import { tasksCommand } from './tasks.ts';
import { diffCommand, rewindCommand, undoCommand } from './undo.ts';
import { unsendCommand } from './unsend.ts';
import { vimCommand } from './vim.ts';

function groupsOf(): readonly CommandGroup[] {
  const { trust, ...others } = subcommands();
  const groups: CommandGroup[] = [
    { title: 'Help', commands: [helpCommand(() => groups), keysCommand, noticesCommand] },
    {
      title: 'Conversation',
      commands: [clearCommand, compactCommand, resumeCommand, forkCommand, renameCommand, unsendCommand],
    },
    { title: 'Reading and copying', commands: [transcriptCommand, copyCommand, exportCommand] },
    {
      title: 'Model and cost',
      commands: [modelCommand, effortCommand, contextCommand, costCommand, statusCommand],
    },
    { title: 'What has changed in files', commands: [undoCommand, rewindCommand, diffCommand] },
    {
      title: 'Permissions and the workspace',
      commands: [modeCommand, planCommand, permissionsCommand, trust, addDirCommand, memoryCommand],
    },
    { title: 'Agents, tasks and servers', commands: [agentsCommand, tasksCommand, mcpCommand] },
    { title: 'This program', commands: [...Object.values(others), vimCommand, exitCommand] },
  ];
  return groups;
}

/** The commands of the prompt, in the order of `/help`. */
export function builtInCommands(): readonly SlashCommand[] {
  return groupsOf().flatMap(({ commands }) => commands);
}
