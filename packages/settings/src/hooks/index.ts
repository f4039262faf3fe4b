export type { CommandHooks } from './command-hooks.ts';
export { commandHooks } from './command-hooks.ts';
export type { HookSurroundings, RuleQuestion } from './hook-surroundings.ts';
