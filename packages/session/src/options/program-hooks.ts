import type { CallFunction, SessionHook } from '@sluice/hooks';

/** A hook that is a function of the program using the library. */
export type ProgramHook = CallFunction | SessionHook;

/** The program's functions: a list, or a function that returns the current list. */
export type ProgramHooks = readonly ProgramHook[] | (() => readonly ProgramHook[]);
