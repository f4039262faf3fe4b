import type { CallFunction, SessionHook } from '@sluice/hooks';

/** A hook that is a function of the program using the library. */
export type ProgramHook = CallFunction | SessionHook;

/** The program's functions: a list, or a function that returns the current list. */
export type ProgramHooks = readonly ProgramHook[] | (() => readonly ProgramHook[]);

/** The program's functions, by who runs them. */
export interface OwnHooks {
  /** Hooks of calls, which the engine runs. */
  readonly ofCalls: () => readonly CallFunction[];
  /** Hooks of the session. */
  readonly ofSession: () => readonly SessionHook[];
  /** The list never changes. */
  readonly isFixed: boolean;
}
