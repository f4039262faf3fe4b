export type { HookAtWork, HookReport } from './dispatch/hook-report.ts';
export type { CallFunction } from './dispatch/call-functions.ts';
export { callFunctions } from './dispatch/call-functions.ts';
export { GEMINI_EVENTS, GEMINI_TOOLS } from './run/gemini-form.ts';
export type { CommandHooks } from './command-hooks.ts';
export { commandHooks } from './command-hooks.ts';
export type { CallEvent, DispatchedEvent, EventFields } from './events/event-lookup.ts';
export type { EnvironmentFiles } from './run/environment-files.ts';
export { createEnvironmentFiles } from './run/environment-files.ts';
export type { EventSummary, EventVerdict } from './answer/event-verdict.ts';
export type { FireOptions, HookDispatcher } from './dispatch/hook-dispatcher.ts';
export type { HandlerRunners, HookJudgment, HookQuestion, HookUnavailable } from './run/handler-runners.ts';
export { ScopedHooks } from './dispatch/scoped-hooks.ts';
export type { HookSessionContext, RuleQuestion } from './dispatch/hook-session-context.ts';
export {
  eventTerms,
  HOOK_EVENTS,
  isCallEvent,
  isEngineEvent,
  isHookEvent,
  isToolEvent,
} from './events/event-lookup.ts';
export type { HookEvent } from './events/event-lookup.ts';
export type {
  SessionHook,
  SessionHookAnswer,
  SessionHookEvent,
  SessionHookInput,
  SessionHookOf,
} from './events/session-hook.ts';
export type { ListedHook } from './list-hooks.ts';
export { listHooks } from './list-hooks.ts';
export type { StopAnswer, StopLoop } from './dispatch/stop-loop.ts';
export { createStopLoop, stopCap } from './dispatch/stop-loop.ts';
export { ABSENT_TOOLS } from './read/tool-names.ts';
export { unreadableHooks } from './read/unreadable-hooks.ts';
export { unusableHook } from './read/unusable-hook.ts';
