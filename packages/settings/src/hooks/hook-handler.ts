import type { JsonObject, RuleSource } from '@sluice/core';
import type { HookEvent } from './hook-events.ts';

/** Where a handler stands: `file:line`, the command line, or the program that uses the library. */
export interface HookPlace {
  readonly source: RuleSource | 'program';
  readonly file: string | undefined;
  readonly line: number | undefined;
}

/** What every handler says of when it runs and what its failure means. */
export interface HandlerTerms {
  readonly event: HookEvent;
  /** The matcher as written; undefined: all tools. */
  readonly matcher: string | undefined;
  /** A permission rule that the call must match. */
  readonly condition: string | undefined;
  /** `block`: a hook that fails denies the call. */
  readonly onFailure: 'continue' | 'block';
  readonly place: HookPlace;
}

/** What all handlers have that can be run. */
export interface RunnableTerms extends HandlerTerms {
  readonly timeoutMs: number;
  readonly onTimeout: 'continue' | 'deny';
  /** At the first call that it matches, and then no more. */
  readonly isOnce: boolean;
  /** It changes nothing that a call could see. */
  readonly hasNoEffects: boolean;
  /** What a person is shown while it runs. */
  readonly statusMessage: string | undefined;
}

export interface CommandHandler extends RunnableTerms {
  readonly kind: 'command';
  /** A shell's text, or with `args` a program. */
  readonly command: string;
  /** Exec form: no shell reads these. */
  readonly args: readonly string[] | undefined;
  readonly shell: 'sh' | 'bash';
  /** Runs beside everything, and decides nothing. */
  readonly isAsync: boolean;
  /** Runs beside everything, and with exit code 2 tells the model what it wrote on standard error. */
  readonly wakes: boolean;
}

/** A server that is told of the event by a POST. */
export interface HttpHandler extends RunnableTerms {
  readonly kind: 'http';
  readonly url: string;
  /** Values as written: `$NAME` and `${NAME}` stand for variables. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The only variables that may be put into headers. */
  readonly variables: readonly string[];
}

/** A function of the program that uses the library. */
export interface FunctionHandler extends RunnableTerms {
  readonly kind: 'function';
  readonly name: string;
  /** Given what a command would read; may throw. */
  readonly run: (input: JsonObject, context: { readonly signal: AbortSignal }) => unknown;
}

export type RunnableHandler = CommandHandler | HttpHandler | FunctionHandler;

/** A handler that nothing can run yet. */
export interface UnavailableHandler extends HandlerTerms {
  readonly kind: 'unavailable';
  /** What can't run, in words: `hooks of type "prompt"`. */
  readonly what: string;
}

export type HookHandler = RunnableHandler | UnavailableHandler;

export function placeText({ source, file, line }: HookPlace): string {
  const name = file ?? (source === 'program' ? 'the program' : 'the command line');
  return line === undefined ? name : `${name}:${line}`;
}
