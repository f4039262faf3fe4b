import type { Command } from '@sluice/agent';
import type { McpServers } from '@sluice/mcp';
import type { AssembledAgent } from '@sluice/session/agent';

/** What a client must know of a command. */
export type ShownCommand = Pick<Command, 'name' | 'description' | 'argumentHint'>;

interface SlashCommandChangesScope {
  readonly agent: Pick<AssembledAgent, 'commands'>;
  /** Their prompts are commands. Undefined: there are none. */
  readonly servers: Pick<McpServers, 'onChange'> | undefined;
  /** Called with all commands when they are others than before. */
  readonly tell: (commands: readonly ShownCommand[]) => void;
}

/** Watches the commands that the user can type: skills and prompts of servers come and go. */
export class SlashCommandChanges {
  readonly #scope: SlashCommandChangesScope;
  readonly #unlisten: (() => void) | undefined;
  /** JSON of the list that the client has. Undefined: it has none. */
  #told: string | undefined;

  constructor(scope: SlashCommandChangesScope) {
    this.#scope = scope;
    this.#unlisten = scope.servers?.onChange(() => {
      if (this.#told !== undefined) void this.look();
    });
  }

  /** The client gets its first list in another way: this one. */
  note(commands: readonly ShownCommand[]): void {
    this.#told ??= textOf(commands);
  }

  /** Tells the client the list, unless it has it. */
  async look(): Promise<void> {
    const commands = (await this.#scope.agent.commands?.list()) ?? [];
    const text = textOf(commands);
    if (text === this.#told) return;
    this.#told = text;
    this.#scope.tell(commands);
  }

  close(): void {
    this.#unlisten?.();
  }
}

function textOf(commands: readonly ShownCommand[]): string {
  return JSON.stringify(
    commands.map(({ name, description, argumentHint }) => [name, description, argumentHint]),
  );
}
