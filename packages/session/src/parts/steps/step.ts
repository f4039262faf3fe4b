import type { DisposalStack } from '@sluice/base';
import type { BackgroundTask } from '@sluice/tools';
import type { SessionPartsOptions } from '../../options/session-parts-options.ts';
import type { LocalPermission } from '../../permission/open-permission.ts';
import type { SessionError } from '../../session-error.ts';
import type { SessionTelemetry } from '../../telemetry/session-telemetry.ts';
import type { createToolCatalog } from '../../tool-catalog.ts';

/** What a step returns: what it opened, or why the session can't be opened. */
export type Step<Value> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly error: SessionError };

/** What every step gets. */
export interface Opening {
  readonly options: SessionPartsOptions;
  /** Each step pushes what ends its parts; they end in reverse order. */
  readonly stack: DisposalStack;
  readonly end: SessionEnd;
  /** The tools of the session, known once there is a pool. */
  readonly catalog: ReturnType<typeof createToolCatalog>;
  /** Called with a sentence for the user. Must not throw. */
  readonly tell: (text: string) => void;
  /** Called when rules apply and nothing has been made; opening waits for it. */
  readonly onRules: OnRules;
}

/** What there is of a session once its rules apply. */
export interface RulesOfSession {
  readonly permission: LocalPermission;
  readonly telemetry: SessionTelemetry | undefined;
}

/** Must not reject. */
export type OnRules = (opened: RulesOfSession) => Promise<void>;

/** What is known about the end before it is complete. */
export interface SessionEnd {
  keptResults: string | undefined;
  endedTasks: readonly BackgroundTask[];
  allTasks: readonly BackgroundTask[];
}
