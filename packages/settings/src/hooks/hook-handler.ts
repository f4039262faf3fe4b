import type { RuleSource } from '@sluice/core';
import type { FiredEvent } from './hook-events.ts';

/** Where a handler stands: `file:line`, or the command line. */
export interface HookPlace {
  readonly source: RuleSource;
  readonly file: string | undefined;
  readonly line: number | undefined;
}

/** What every handler says of when it runs and what its failure means. */
export interface HandlerTerms {
  readonly event: FiredEvent;
  /** The matcher as written; undefined: all tools. */
  readonly matcher: string | undefined;
  /** A permission rule that the call must match. */
  readonly condition: string | undefined;
  /** `block`: a hook that fails denies the call. */
  readonly onFailure: 'continue' | 'block';
  readonly place: HookPlace;
}

export interface CommandHandler extends HandlerTerms {
  readonly kind: 'command';
  /** A shell's text, or with `args` a program. */
  readonly command: string;
  /** Exec form: no shell reads these. */
  readonly args: readonly string[] | undefined;
  readonly shell: 'sh' | 'bash';
  readonly timeoutMs: number;
  readonly onTimeout: 'continue' | 'deny';
  /** Runs beside everything, and decides nothing. */
  readonly isAsync: boolean;
  /** At the first call that it matches, and then no more. */
  readonly isOnce: boolean;
  /** It changes nothing that a call could see. */
  readonly hasNoEffects: boolean;
}

/** A handler that nothing can run yet. */
export interface UnavailableHandler extends HandlerTerms {
  readonly kind: 'unavailable';
  /** What can't run, in words: `hooks of type "http"`. */
  readonly what: string;
}

export type HookHandler = CommandHandler | UnavailableHandler;

export function placeText({ file, line }: HookPlace): string {
  const name = file ?? 'the command line';
  return line === undefined ? name : `${name}:${line}`;
}
