import type { Hook } from '@sluice/core';

/** What exit code 2 does: it forbids, it is told to the model or the person, or it is a failure as any other. */
export type ExitTwo = 'blocks' | 'model' | 'person' | 'ignored';

/** Fields of `hookSpecificOutput` that events have beside `hookEventName`. */
export type OwnField =
  | 'additionalContext'
  | 'permissionDecision'
  | 'permissionDecisionReason'
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedMCPToolOutput'
  | 'classifierContext'
  | 'decision'
  | 'retry'
  | 'watchPaths'
  | 'sessionTitle'
  | 'initialUserMessage'
  | 'reloadSkills'
  | 'suppressOriginalPrompt'
  | 'displayContent'
  | 'worktreePath'
  | 'action'
  | 'content';

/** How one event is matched, asked and answered: the specification's tables. */
export interface EventTerms {
  /** The field of its input that matchers are about; undefined: a matcher means nothing. */
  readonly matches?: string;
  /** All values that the field can have; undefined: they are not known beforehand. */
  readonly values?: readonly string[];
  /** Blanks, dashes and commas in its matchers are no list of names. */
  readonly hasNarrowMatchers?: true;
  readonly exitTwo: ExitTwo;
  /** `"decision": "block"` at the top level counts. */
  readonly takesVerdict?: true;
  /** Plain text on standard output is context for the model, or the path that was asked for. */
  readonly text?: 'context' | 'path';
  /** Seconds, where a handler does not say; default 600. */
  readonly timeout?: number;
  readonly own?: readonly OwnField[];
  /** Types of handlers that the event knows; default all. */
  readonly types?: readonly string[];
  /** `"onFailure": "block"` means nothing, for a failing hook would keep the work from ever ending. */
  readonly neverFails?: true;
  /** Its hooks may leave shell text for later commands, which stays, or is gone when it is fired again. */
  readonly environment?: 'kept' | 'replaced';
  /** What fires it: every run, or only one that talks with a model. Without it hooks are accepted, and nothing runs them yet. */
  readonly firedBy?: 'any-run' | 'prompt';
  /** Of `values`, those that nothing in Sluice gives yet. */
  readonly unused?: readonly string[];
}

const CONTEXT = ['additionalContext'] as const;
const WATCH = ['watchPaths'] as const;
const TOOL = 'tool_name';
const NO_MODEL = ['command', 'http', 'mcp_tool'];
const START = ['command', 'mcp_tool'];
const COMPACT = ['manual', 'auto'];
const PROMPTED = ['additionalContext', 'suppressOriginalPrompt'] as const;

const TABLE = {
  PreToolUse: {
    matches: TOOL,
    exitTwo: 'blocks',
    takesVerdict: true,
    own: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', ...CONTEXT],
    firedBy: 'any-run',
  },
  PostToolUse: {
    matches: TOOL,
    exitTwo: 'model',
    takesVerdict: true,
    own: [...CONTEXT, 'updatedToolOutput', 'updatedMCPToolOutput', 'classifierContext'],
    firedBy: 'any-run',
  },
  PostToolUseFailure: {
    matches: TOOL,
    exitTwo: 'model',
    takesVerdict: true,
    own: CONTEXT,
    firedBy: 'any-run',
  },
  PostToolBatch: { exitTwo: 'blocks', takesVerdict: true, own: CONTEXT, firedBy: 'any-run' },
  PermissionRequest: { matches: TOOL, exitTwo: 'ignored', own: ['decision'], firedBy: 'any-run' },
  PermissionDenied: { matches: TOOL, exitTwo: 'ignored', own: ['retry'], firedBy: 'any-run' },
  UserPromptSubmit: {
    exitTwo: 'blocks',
    takesVerdict: true,
    text: 'context',
    timeout: 30,
    own: [...PROMPTED, 'sessionTitle'],
    firedBy: 'prompt',
  },
  UserPromptExpansion: {
    matches: 'command_name',
    exitTwo: 'blocks',
    takesVerdict: true,
    text: 'context',
    own: PROMPTED,
  },
  SessionStart: {
    matches: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    unused: ['clear', 'fork'],
    exitTwo: 'person',
    text: 'context',
    own: [...CONTEXT, ...WATCH, 'initialUserMessage', 'sessionTitle', 'reloadSkills'],
    types: START,
    environment: 'kept',
    firedBy: 'any-run',
  },
  SessionEnd: {
    matches: 'reason',
    values: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    unused: ['clear', 'resume', 'logout', 'prompt_input_exit'],
    exitTwo: 'person',
    timeout: 1.5,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  Setup: {
    matches: 'trigger',
    values: ['init', 'maintenance'],
    exitTwo: 'person',
    own: CONTEXT,
    types: START,
    environment: 'kept',
    firedBy: 'any-run',
  },
  Stop: { exitTwo: 'blocks', takesVerdict: true, own: CONTEXT, neverFails: true, firedBy: 'prompt' },
  StopFailure: {
    matches: 'error',
    hasNarrowMatchers: true,
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  SubagentStart: { matches: 'agent_type', exitTwo: 'person', own: CONTEXT, types: NO_MODEL },
  SubagentStop: {
    matches: 'agent_type',
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    neverFails: true,
  },
  PreCompact: {
    matches: 'trigger',
    values: COMPACT,
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  PostCompact: { matches: 'trigger', values: COMPACT, exitTwo: 'person', types: NO_MODEL, firedBy: 'prompt' },
  PreModelSwitch: {
    exitTwo: 'blocks',
    own: ['permissionDecision', 'permissionDecisionReason'],
    types: NO_MODEL,
  },
  PostModelSwitch: { exitTwo: 'person', own: CONTEXT, types: NO_MODEL },
  Notification: {
    matches: 'notification_type',
    exitTwo: 'ignored',
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  Elicitation: {
    matches: 'mcp_server_name',
    exitTwo: 'blocks',
    own: ['action', 'content'],
    types: NO_MODEL,
  },
  ElicitationResult: {
    matches: 'mcp_server_name',
    exitTwo: 'blocks',
    own: ['action', 'content'],
    types: NO_MODEL,
  },
  ConfigChange: {
    matches: 'source',
    values: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    unused: ['skills'],
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  InstructionsLoaded: {
    matches: 'load_reason',
    values: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    unused: ['nested_traversal', 'path_glob_match', 'compact'],
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  CwdChanged: {
    exitTwo: 'person',
    own: WATCH,
    types: NO_MODEL,
    environment: 'replaced',
    firedBy: 'any-run',
  },
  FileChanged: {
    matches: 'file_path',
    hasNarrowMatchers: true,
    exitTwo: 'person',
    own: WATCH,
    types: NO_MODEL,
    environment: 'replaced',
  },
  DirectoryAdded: {
    matches: 'source',
    values: ['slash_command', 'register_repo_root'],
    unused: ['register_repo_root'],
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  WorktreeCreate: { exitTwo: 'blocks', text: 'path', own: ['worktreePath'], types: NO_MODEL },
  WorktreeRemove: { exitTwo: 'ignored', types: NO_MODEL },
  TaskCreated: { exitTwo: 'blocks' },
  TaskCompleted: { exitTwo: 'blocks', neverFails: true },
  TeammateIdle: { exitTwo: 'blocks', neverFails: true },
  MessageDisplay: { exitTwo: 'ignored', timeout: 10, own: ['displayContent'], types: NO_MODEL },
} as const satisfies Record<string, EventTerms>;

export type HookEvent = keyof typeof TABLE;

/** Those with a place of their own in the life of a call; the dispatcher fires the others. */
export type CallEvent =
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PostToolBatch'
  | 'PermissionRequest'
  | 'PermissionDenied';

const EVENTS = new Map<string, EventTerms>(Object.entries(TABLE));

/** Events that a settings file may name hooks for. */
export const HOOK_EVENTS: readonly string[] = [...EVENTS.keys()];

export function isHookEvent(name: string): name is HookEvent {
  return EVENTS.has(name);
}

export function eventTerms(event: HookEvent): EventTerms {
  return TABLE[event];
}

/** Its matcher is about a tool's name, and an `if` may be asked. */
export function isToolEvent(event: HookEvent): boolean {
  return eventTerms(event).matches === TOOL;
}

const ENGINE_EVENTS: ReadonlySet<string> = new Set<Hook['event']>([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionDenied',
]);

/** The engine has functions for it. */
export function isEngineEvent(event: HookEvent): event is Hook['event'] {
  return ENGINE_EVENTS.has(event);
}
