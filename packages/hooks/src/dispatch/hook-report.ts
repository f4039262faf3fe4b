import type { HookProgram } from '@sluice/core';
import type { HookMeaning } from '../answer/interpret-run.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import type { ServerRun } from '../run/ask-server.ts';
import type { DelegatedRun } from '../run/run-delegated.ts';
import type { FunctionRun } from '../run/run-function.ts';
import type { ProgramRun } from '../run/run-program.ts';

/** A running handler. */
export interface HookAtWork {
  /** Unique to this run. */
  readonly runId: string;
  readonly handler: HookHandler;
  /** A short name, and `file:line`. */
  readonly hook: string;
  readonly place: string;
  /** The engine reports this run itself. */
  readonly isOfEngine: boolean;
  /** The call that it is about, if any. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** A detailed report of one handler run. */
export interface HookReport extends HookAtWork {
  readonly run: ProgramRun | ServerRun | FunctionRun | DelegatedRun;
  readonly program: HookProgram | undefined;
  readonly meaning: HookMeaning;
  readonly durationMs: number;
}
