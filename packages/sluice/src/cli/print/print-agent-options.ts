import type { Asker, JsonValue } from '@sluice/core';
import type { StoppingProcesses } from '@sluice/process';
import type { SessionPartsOptions } from '@sluice/session';
import type { AgentPreview } from '@sluice/session/agent';
import type { EditorFiles } from '@sluice/tools';
import type { ClientLink } from './client/client-link.ts';
import type { PrintOptions } from './print-options.ts';

/** What a client can show of a session that is being opened. */
export interface SessionPreview extends AgentPreview {
  readonly sessionId: string;
}

export interface PrintAgentOptions {
  readonly options: PrintOptions;
  /** Real and absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts what opening waits for. */
  readonly signal: AbortSignal;
  readonly asker: Asker | undefined;
  /** Answers the forms of MCP servers. Default: `asker`. */
  readonly formAsker?: Asker | undefined;
  /** The program that started this one. Default: it only sends a prompt. */
  readonly link?: ClientLink | undefined;
  /** Names of its MCP servers. Default: none. */
  readonly clientServers?: readonly string[];
  /** Policies of their tools, by server. Default: none. */
  readonly clientTools?: ReadonlyMap<string, JsonValue>;
  readonly warn: (text: string) => void;
  /** Called before anything of the session runs, with what was told to end and still runs. Must not throw. */
  readonly onProcesses: (stopping: StoppingProcesses) => void;
  /** The editor that files may be open in. Default: none. */
  readonly editorFiles?: EditorFiles | undefined;
  /** The program's environment. */
  readonly version: string;
  /** What the user types here to connect an MCP server again. Default: there is no such command. */
  readonly reconnectCommand?: (server: string) => string;
  /** Someone is watching. Default false. */
  readonly isInteractive?: boolean;
  /** Opened only to be closed again: nothing is written, and nothing is started. Default false. */
  readonly isRehearsal?: boolean;
  /** See `openSessionParts`. */
  readonly betweenSteps?: SessionPartsOptions['betweenSteps'];
  /**
   * Called once for most new sessions: with what a client can show, while the session is still to be opened, which waits for it. Must not
   * reject. Default: nothing.
   */
  readonly onPreview?: (preview: SessionPreview) => Promise<void>;
  /** Milliseconds between two reads of text that the model writes, at least. Default: each piece is read as it comes. */
  readonly textEveryMs?: number;
  /** The session replaces one that the user has cleared. Default false. */
  readonly isCleared?: boolean;
  /** Cost of earlier sessions of this program, in US dollars. Default: 0. */
  readonly spentUsd?: () => number;
}
