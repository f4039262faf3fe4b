import type { Clock } from '@sluice/core';
import type { SharedConnections } from '../http/shared-connections.ts';
import type { Environment } from '../http/proxy-for.ts';

/** What a person has chosen, and where the rest of it is looked up. */
export interface ModelChoice {
  /** `service/model`, a bare `claude-…`, `replay:FILE` or `ai-sdk:PACKAGE/model`. */
  readonly model?: string | undefined;
  /** Instead of the service's own address, and before the environment's. */
  readonly baseUrl?: string | undefined;
  /** Tokens; default by the model's name. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly env: Environment;
  /** The `model` of the settings. */
  readonly settings?: { readonly model?: string | undefined } | undefined;
  /** The server takes tools that join late, in the form of its API. Default: by the server and the model's name. */
  readonly wantsLateTools?: boolean | undefined;
  /** Where files and packages are looked up. Default: the program's own. */
  readonly cwd?: string | undefined;
  /** Told of values that are passed over. May not throw. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Used together with other models. Default: connections of its own. */
  readonly connections?: SharedConnections | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** From 0 up to 1, for the jitter of retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export type Chosen<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly message: string };
