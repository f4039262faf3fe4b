import type { Hook } from '@sluice/core';
import type { EventTerms } from './event-terms.ts';
import { FAILURE_ERRORS } from './failure-error.ts';

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
    waitsFor: 'slash commands',
  },
  SessionStart: {
    matches: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    unused: ['clear'],
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
    values: FAILURE_ERRORS,
    unused: [
      'oauth_org_not_allowed',
      'account_on_hold',
      'verification_required',
      'max_output_tokens',
      'cloud_credential_error',
    ],
    hasNarrowMatchers: true,
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  SubagentStart: {
    matches: 'agent_type',
    exitTwo: 'person',
    own: CONTEXT,
    types: NO_MODEL,
    waitsFor: 'sub-agents',
  },
  SubagentStop: {
    matches: 'agent_type',
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    neverFails: true,
    waitsFor: 'sub-agents',
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
    waitsFor: 'estimates of what a change of the model costs',
  },
  PostModelSwitch: {
    exitTwo: 'person',
    own: CONTEXT,
    types: NO_MODEL,
    waitsFor: 'estimates of what a change of the model costs',
  },
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
    waitsFor: 'servers of tools (MCP)',
  },
  ElicitationResult: {
    matches: 'mcp_server_name',
    exitTwo: 'blocks',
    own: ['action', 'content'],
    types: NO_MODEL,
    waitsFor: 'servers of tools (MCP)',
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
    environment: 'renewed',
    firedBy: 'any-run',
  },
  DirectoryAdded: {
    matches: 'source',
    values: ['slash_command', 'register_repo_root'],
    unused: ['register_repo_root'],
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  WorktreeCreate: {
    exitTwo: 'blocks',
    text: 'path',
    own: ['worktreePath'],
    types: NO_MODEL,
    waitsFor: 'worktrees',
  },
  WorktreeRemove: { exitTwo: 'ignored', types: NO_MODEL, waitsFor: 'worktrees' },
  TaskCreated: { exitTwo: 'blocks', waitsFor: 'the tools of task lists (TaskCreate, TaskUpdate)' },
  TaskCompleted: {
    exitTwo: 'blocks',
    neverFails: true,
    waitsFor: 'the tools of task lists (TaskCreate, TaskUpdate)',
  },
  TeammateIdle: { exitTwo: 'blocks', neverFails: true, waitsFor: 'teams of agents' },
  MessageDisplay: {
    exitTwo: 'ignored',
    timeout: 10,
    own: ['displayContent'],
    types: NO_MODEL,
    waitsFor: 'conversations on a screen',
  },
} as const satisfies Record<string, EventTerms>;

type Table = typeof TABLE;

export type HookEvent = keyof Table;

/** Those that something in Sluice fires. */
export type FiredEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly firedBy: string } ? Event : never;
}[HookEvent];

/** The fields of `hookSpecificOutput` that an event has. */
export type OwnFieldOf<Event extends HookEvent> = Table[Event] extends {
  readonly own: readonly (infer Field)[];
}
  ? Field
  : never;

/** Those whose hooks may forbid what is about to happen, or at Stop and its like have the work go on. */
export type BlockingEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly exitTwo: 'blocks' } ? Event : never;
}[HookEvent];

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
