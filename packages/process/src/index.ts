export type {
  CommandEnd,
  CommandRequest,
  CommandResult,
  NamedProcess,
  SpawnFailureCode,
  StopReason,
} from './command.ts';
export type { CommandScope } from './run-command.ts';
export { runCommand } from './run-command.ts';
export type { ProcessSession } from './process-session.ts';
export { createProcessSession } from './process-session.ts';
export { TAG_VARIABLE } from './process-tag.ts';
export { DEFAULT_OUTPUT_LIMIT } from './stop-watch.ts';
export { readHead, readTail } from './read-ends.ts';
