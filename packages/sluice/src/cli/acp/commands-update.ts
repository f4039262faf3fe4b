import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ShownCommand } from '../slash-command-changes.ts';

export function commandsUpdate(commands: readonly ShownCommand[]): SessionUpdate {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: commands.map(({ name, description, argumentHint }) => ({
      name,
      description,
      input: argumentHint === undefined ? null : { hint: argumentHint },
    })),
  };
}
