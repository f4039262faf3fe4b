import type { Clock } from '@sluice/core';
import type { SharedConnections } from '../http/shared-connections.ts';
import type { Environment } from '../http/proxy-for.ts';

/** The user's choice of model, and where to look up the rest. */
export interface ModelChoice {
  /** `service/model`, a bare `claude-…`, `replay:FILE` or `ai-sdk:PACKAGE/model`. */
  readonly model?: string | undefined;
  /** Overrides the service's address and the environment. */
  readonly baseUrl?: string | undefined;
  /** Tokens. Default: by the model's name. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly env: Environment;
  /** The `model` setting. */
  readonly settings?: { readonly model?: string | undefined } | undefined;
  /**
   * The server accepts tools that join late, in its API's form. Default: by the server and the model's name.
   */
  readonly wantsLateTools?: boolean | undefined;
  /** Betas of Anthropic's API that requests ask for. Default: those that they need. */
  readonly betas?: readonly string[] | undefined;
  /**
   * Milliseconds between two reads of an answer, at least, while it is only text: for a program that shows it at this pace anyway. Default:
   * each piece is read as it comes.
   */
  readonly textEveryMs?: number | undefined;
  /** Where to resolve files and packages. Default: the program's own working directory. */
  readonly cwd?: string | undefined;
  /** Called for values that are ignored. Must not throw. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Shared with other models. Default: separate connections. */
  readonly connections?: SharedConnections | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** In [0, 1), for the jitter of retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export type Chosen<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly message: string };
