import type { PluginDirectories } from '@sluice/base';
import type { JsonObject, RuleSource } from '@sluice/core';
import type { HookEvent } from '../events/event-lookup.ts';

/** Where a handler is defined: `file:line`, the command line, or the program that uses the library. */
export interface HookPlace {
  readonly source: RuleSource | 'program';
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Of the plugin that has the file. Default: none has. */
  readonly plugin?: PluginDirectories | undefined;
}

/** Common to all handlers: when it runs, how long it may take, and what its failure means. */
export interface HandlerTerms {
  readonly event: HookEvent;
  /** The matcher as written; undefined: all tools. */
  readonly matcher: string | undefined;
  /** A permission rule that the call must match. */
  readonly condition: string | undefined;
  /** `block`: a hook that fails denies the call. */
  readonly onFailure: 'continue' | 'block';
  readonly place: HookPlace;
  readonly timeoutMs: number;
  readonly onTimeout: 'continue' | 'deny';
  /** Runs only at the first call that it matches. */
  readonly isOnce: boolean;
  /** It changes nothing that a call could see. */
  readonly hasNoEffects: boolean;
  /** Shown to the user while it runs. */
  readonly statusMessage: string | undefined;
}

export interface CommandHandler extends HandlerTerms {
  readonly kind: 'command';
  /** A shell command, or a program if `args` is set. */
  readonly command: string;
  /** Exec form: no shell interprets these. */
  readonly args: readonly string[] | undefined;
  readonly shell: 'sh' | 'bash';
  /** Whose events and answers the program knows. */
  readonly format: 'sluice' | 'gemini';
  /** Runs in the background and decides nothing. */
  readonly isAsync: boolean;
  /** Runs in the background; on exit code 2, its standard error goes to the model. */
  readonly wakes: boolean;
}

/** A server that receives the event in a POST. */
export interface HttpHandler extends HandlerTerms {
  readonly kind: 'http';
  readonly url: string;
  /** Values as written: `$NAME` and `${NAME}` stand for variables. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The only variables that may be used in headers. */
  readonly variables: readonly string[];
}

/** A function of the program that uses the library. */
export interface FunctionHandler extends HandlerTerms {
  readonly kind: 'function';
  readonly name: string;
  /** Receives the input that a command would read; may throw. */
  readonly run: (input: JsonObject, context: { readonly signal: AbortSignal }) => unknown;
}

/** A tool of a server. */
export interface McpToolHandler extends HandlerTerms {
  readonly kind: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  /** As written: `${path}` in its texts stands for the event's value there. */
  readonly input: JsonObject;
}

/** A function of the program that started this one, which it registered under an id. */
export interface CallbackHandler extends HandlerTerms {
  readonly kind: 'callback';
  readonly id: string;
}

/** A question to a model. */
export interface PromptHandler extends HandlerTerms {
  readonly kind: 'prompt';
  /** As written: `$ARGUMENTS` stands for the event's JSON. */
  readonly prompt: string;
  readonly model: string | undefined;
  /** A refusal doesn't end the turn. */
  readonly continuesOnBlock: boolean;
}

/** A question to an agent, which may use tools to find the answer. */
export interface AgentHandler extends HandlerTerms {
  readonly kind: 'agent';
  readonly prompt: string;
  readonly model: string | undefined;
}

/** A handler that nothing can run yet, whatever runners there are. */
export interface UnavailableHandler extends HandlerTerms {
  readonly kind: 'unavailable';
  /** What can't run, in words: `hooks for PowerShell`. */
  readonly what: string;
}

/** Handlers that external runners run, if there are any. */
export type DelegatedHandler =
  | McpToolHandler
  | CallbackHandler
  | PromptHandler
  | AgentHandler
  | UnavailableHandler;

export type HookHandler = CommandHandler | HttpHandler | FunctionHandler | DelegatedHandler;

/** The kind of hook, in words: `hooks of type "prompt"`. */
export function kindText(handler: HookHandler): string {
  return handler.kind === 'unavailable' ? handler.what : `hooks of type "${handler.kind}"`;
}

export function placeText({ source, file, line }: HookPlace): string {
  const name = file ?? (source === 'program' ? 'the program' : 'the command line');
  return line === undefined ? name : `${name}:${line}`;
}
