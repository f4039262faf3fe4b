export type { HookReport } from './ask-hook.ts';
export type { CommandHooks } from './command-hooks.ts';
export { commandHooks } from './command-hooks.ts';
export type { DispatchedEvent, EventFields } from './event-fields.ts';
export type { EventSummary, EventVerdict } from './event-verdict.ts';
export type { FireOptions, HookDispatcher } from './hook-dispatcher.ts';
export type { HookSurroundings, RuleQuestion } from './hook-surroundings.ts';
export type { StopAnswer, StopLoop } from './stop-loop.ts';
export { createStopLoop } from './stop-loop.ts';
