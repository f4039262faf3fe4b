import type { AssembledAgent, SessionChoice } from '@sluice/session/agent';
import type { SessionParts } from '@sluice/session';
import type { AgentEvent } from '@sluice/agent';
import type { Picker } from '@sluice/terminal';
import type { OfferedCommand } from '../offered-commands.ts';

/** What a command of the prompt works with. */
export interface CommandContext {
  readonly agent: AssembledAgent;
  readonly parts: SessionParts;
  readonly sessionId: string;
  readonly isWorking: boolean;
  readonly usage: { readonly usedTokens: number | undefined; readonly windowTokens: number };
  readonly spentUsd: number;
  /** The commands of the session that can be typed beside the prompt's own. */
  offered(): Promise<readonly OfferedCommand[]>;
  /** Lines of ours for the log, or of a program that has sanitized them: blanks stay. Sanitize what comes from elsewhere. */
  print(text: string): void;
  /** A line of the log that warns. */
  note(text: string): void;
  /** Reads events of the agent that no prompt has caused. */
  follow(events: AsyncIterable<AgentEvent>): Promise<void>;
  /** Shows a list to choose from. */
  pick(picker: Picker): void;
  /** Ends this session and opens another one in its place. */
  switchTo(choice: SessionChoice): void;
  leave(): void;
}

/** A command of the prompt. */
export interface SlashCommand {
  readonly name: string;
  /** What may follow the name, for lists. */
  readonly argumentHint: string;
  /** One line. */
  readonly does: string;
  /** It can't run while a prompt is at work. */
  readonly waits: boolean;
  run(args: string, context: CommandContext): void | Promise<void>;
}
