export type { HookAtWork, HookReport } from './ask-hook.ts';
export type { CallFunction } from './call-functions.ts';
export { callFunctions } from './call-functions.ts';
export type { CommandHooks } from './command-hooks.ts';
export { commandHooks } from './command-hooks.ts';
export type { DispatchedEvent, EventFields } from './event-fields.ts';
export type { EnvironmentFiles } from './environment-files.ts';
export { createEnvironmentFiles } from './environment-files.ts';
export type { EventSummary, EventVerdict } from './event-verdict.ts';
export type { FailureError } from './failure-error.ts';
export { failureError } from './failure-error.ts';
export type { FireOptions, HookDispatcher } from './hook-dispatcher.ts';
export type { HandlerRunners, HookJudgement, HookQuestion } from './handler-runners.ts';
export type { HookSurroundings, RuleQuestion } from './hook-surroundings.ts';
export { eventTerms, HOOK_EVENTS, isEngineEvent, isHookEvent, isToolEvent } from './hook-events.ts';
export type { HookEvent } from './hook-events.ts';
export type {
  SessionHook,
  SessionHookAnswer,
  SessionHookEvent,
  SessionHookInput,
  SessionHookOf,
} from './session-hook.ts';
export type { ListedHook } from './list-hooks.ts';
export { listHooks } from './list-hooks.ts';
export type { FileChange } from '../watch/look-at-file.ts';
export type { FileWatch, FileWatchOptions } from '../watch/watch-files.ts';
export { watchFiles } from '../watch/watch-files.ts';
export type { StopAnswer, StopLoop } from './stop-loop.ts';
export { createStopLoop, stopCap } from './stop-loop.ts';
