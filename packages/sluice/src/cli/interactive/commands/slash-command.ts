import type { AssembledAgent, SessionChoice } from '@sluice/session/agent';
import type { SessionParts } from '@sluice/session';
import type { AgentEvent, UsedModel } from '@sluice/agent';
import type { PermissionMode } from '@sluice/core';
import type { Picker, StyleName } from '@sluice/terminal';
import type { AgentWatch } from '../agents/agent-watch.ts';
import type { Panel } from '../agents/followed-agent.ts';
import type { PromptCost } from '../cost/prompt-cost.ts';
import type { KeyOf } from '../key-text.ts';
import type { Denied } from '../questions/inquiry-log.ts';
import type { TypedText } from '../terminal-front.ts';
import type { OfferedCommand } from '../menus/offered-commands.ts';

/** What a slash command can use. */
export interface CommandContext {
  readonly agent: AssembledAgent;
  readonly parts: SessionParts;
  readonly sessionId: string;
  readonly isWorking: boolean;
  readonly usage: { readonly usedTokens: number | undefined; readonly windowTokens: number };
  readonly spentUsd: number;
  /** No request was stopped before the service had reported what it used. */
  readonly isCostWhole: boolean;
  /** What has been used in this program, agents' work included. */
  readonly models: readonly UsedModel[];
  /** What each prompt of this program has used, the latest last. */
  readonly prompts: readonly PromptCost[];
  /** What the user was to know when the session was opened, in full. */
  readonly notices: readonly string[];
  /** What waits for trust, a line each. */
  readonly withheld: readonly string[];
  /** Calls that the person has denied in this program, the latest first. */
  readonly denied: readonly Denied[];
  /** The session's commands that can be typed in addition to the built-in ones. */
  offered(): Promise<readonly OfferedCommand[]>;
  /** Adds our own lines to the log, or lines that were already sanitized: spaces are kept. Sanitize anything else. */
  print(text: string, styleName?: StyleName): void;
  /**
   * Adds rows of two columns to the log.
   * @param all the rows of all tables that are aligned with each other. Default: only these
   */
  table(rows: readonly (readonly [string, string])[], all?: readonly (readonly [string, string])[]): void;
  /** Adds a warning to the log. */
  note(text: string): void;
  /** Handles agent events that no prompt has caused. */
  follow(events: AsyncIterable<AgentEvent>): Promise<void>;
  /** Shows a list to choose from. */
  pick(picker: Picker): void;
  /** Shows rows below the log until Esc closes them. */
  showPanel(panel: Panel): void;
  /** What the agents of this session do. */
  readonly watch: AgentWatch;
  /** What a list or the footer shows has changed. */
  refresh(): void;
  /**
   * Asks the person a question with yes and no.
   * @param prefersNo no is marked at first. Default false
   */
  confirm(message: string, prefersNo?: boolean): Promise<boolean>;
  /** What a change of the mode would answer of what waits, until it is asked for again. Undefined: it answers nothing, or is confirmed. */
  mayAnswer(mode: PermissionMode): string | undefined;
  /** Sends a message. While a prompt is at work, it goes with the next request. */
  send(text: string): void;
  /** Takes back the last waiting message. Undefined: there is none. */
  unsend(): string | undefined;
  /** Goes to the model with the next message. */
  tell(text: string): void;
  /** Puts a text into the prompt. */
  setDraft(text: string): void;
  /** The text being typed. */
  readonly editor: TypedText;
  /** Changes the session's title. */
  rename(title: string): void;
  /** Hands the terminal to another program until `work` is done. */
  lend<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Sends a sequence that draws nothing to the terminal. Undefined: it takes none. */
  readonly sendToTerminal: ((sequence: string) => void) | undefined;
  /** Of the terminal. */
  readonly columns: number;
  /** The key that does something. */
  readonly keyOf: KeyOf;
  /** Nothing but lines can be shown. */
  readonly isPlain: boolean;
  /** Ends this session and opens another one in its place. */
  switchTo(choice: SessionChoice): void;
  leave(): void;
}

/** A slash command. */
export interface SlashCommand {
  readonly name: string;
  /** Its arguments, for lists. */
  readonly argumentHint: string;
  /** One line. */
  readonly does: string;
  /** It sends its arguments as a message, which is then what the log shows. Default false. */
  readonly sendsArguments?: true | undefined;
  /** It can't run while a prompt is being processed: it waits until that is done. */
  readonly waits: boolean;
  /** It prints what another program says: what is typed meanwhile waits, so that all of it stands below its own prompt. Default false. */
  readonly printsLater?: true | undefined;
  run(args: string, context: CommandContext): void | Promise<void>;
}

/** Commands under one heading of `/help`. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly SlashCommand[];
}
