import type { ModelMessage, PermissionState, Runtime } from '@sluice/core';
import type { TaskRegistry } from '@sluice/tools';

/** What commands need of the main agent. */
export interface CommandAgent {
  readonly runtime: Pick<Runtime, 'decide' | 'openMessage' | 'session'> & {
    readonly permission: Pick<PermissionState, 'current'>;
    readonly tasks: Pick<TaskRegistry, 'list'>;
  };
  readonly messages: () => readonly ModelMessage[];
  /** In tokens. */
  readonly contextWindow: () => number;
  readonly model: () => string;
  readonly effort: () => string | undefined;
  /** US dollars, as far as prices are known. */
  readonly spentUsd: () => number;
}
