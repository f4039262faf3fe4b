import type { FieldKind, EventObject } from './event-fields.ts';
import type { EventTerms } from './event-terms.ts';
import { FAILURE_ERRORS } from './failure-error.ts';

const STOP = {
  /** A hook of this event has already kept the work going. */
  stop_hook_active: 'flag',
  'last_assistant_message?': 'text',
  'background_tasks?': [
    {
      id: 'text',
      type: 'text',
      status: 'text',
      description: 'text',
      'command?': 'text',
      'agent_type?': 'text',
    },
  ],
  'session_crons?': 'objects',
} as const;
const FINISHED = {
  tool_name: 'text',
  tool_input: 'any',
  tool_use_id: 'text',
  tool_response: 'any',
  duration_ms: 'number',
} as const;
const AGENT = { agent_id: 'text', agent_type: 'text' } as const;
const TASK = {
  task_id: 'text',
  task_subject: 'text',
  'task_description?': 'text',
  'teammate_name?': 'text',
  'team_name?': 'text',
} as const;
const MODEL_SWITCH = {
  from_model: 'text',
  to_model: 'text',
  requested_model: 'text or null',
  source: ['command', 'picker', 'sdk', 'auto', 'resume'],
  context_tokens: 'number',
  prompt_cache_warm: 'flag',
  cache_ttl: ['5m', '1h'],
  estimated_cache_write_usd: 'number',
  pricing: ['configured', 'catalog', 'default'],
} as const;
const CONTEXT = ['additionalContext'] as const;
const WATCH = ['watchPaths'] as const;
const TOOL = 'tool_name';
const NO_MODEL = ['command', 'http', 'mcp_tool'];
const START = ['command', 'mcp_tool'];
const COMPACT = ['manual', 'auto'] as const;
const PROMPTED = ['additionalContext', 'suppressOriginalPrompt'] as const;

/** The single list of events: names, types, checks and the tables in the docs are derived from it. */
const TABLE = {
  PreToolUse: {
    fields: { tool_name: 'text', tool_input: 'any', tool_use_id: 'text' },
    calledBy: 'engine',
    matches: TOOL,
    exitTwo: 'blocks',
    takesVerdict: true,
    own: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', ...CONTEXT],
    firedBy: 'any-run',
  },
  PostToolUse: {
    fields: FINISHED,
    calledBy: 'engine',
    matches: TOOL,
    exitTwo: 'model',
    takesVerdict: true,
    own: [...CONTEXT, 'updatedToolOutput', 'updatedMCPToolOutput', 'classifierContext'],
    firedBy: 'any-run',
  },
  PostToolUseFailure: {
    fields: { ...FINISHED, error: 'text', is_interrupt: 'flag' },
    calledBy: 'engine',
    matches: TOOL,
    exitTwo: 'model',
    takesVerdict: true,
    own: CONTEXT,
    firedBy: 'any-run',
  },
  PostToolBatch: {
    fields: {
      tool_calls: [{ tool_name: 'text', tool_input: 'any', tool_use_id: 'text', tool_response: 'any' }],
    },
    calledBy: 'engine',
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    firedBy: 'any-run',
  },
  PermissionRequest: {
    fields: { tool_name: 'text', tool_input: 'any', 'permission_suggestions?': 'objects' },
    calledBy: 'asker',
    matches: TOOL,
    exitTwo: 'ignored',
    own: ['decision'],
    firedBy: 'any-run',
  },
  PermissionDenied: {
    fields: { tool_name: 'text', tool_input: 'any', tool_use_id: 'text', reason: 'text' },
    calledBy: 'engine',
    matches: TOOL,
    exitTwo: 'ignored',
    own: ['retry'],
    firedBy: 'any-run',
  },
  UserPromptSubmit: {
    fields: {
      prompt: 'text',
      'source?': ['user', 'sdk', 'system', 'loop_wakeup', 'schedule_wakeup', 'poll_event'],
      'session_title?': 'text',
    },
    exitTwo: 'blocks',
    takesVerdict: true,
    text: 'context',
    timeout: 30,
    own: [...PROMPTED, 'sessionTitle'],
    firedBy: 'prompt',
  },
  UserPromptExpansion: {
    fields: {
      expansion_type: ['slash_command', 'mcp_prompt'],
      command_name: 'text',
      command_args: 'text',
      'command_source?': 'text',
      prompt: 'text',
    },
    matches: 'command_name',
    exitTwo: 'blocks',
    takesVerdict: true,
    text: 'context',
    own: PROMPTED,
    firedBy: 'prompt',
  },
  SessionStart: {
    fields: {
      source: ['startup', 'resume', 'clear', 'compact', 'fork'],
      'model?': 'text',
      'session_title?': 'text',
    },
    matches: 'source',
    exitTwo: 'person',
    text: 'context',
    own: [...CONTEXT, ...WATCH, 'initialUserMessage', 'sessionTitle', 'reloadSkills'],
    types: START,
    environment: 'kept',
    firedBy: 'any-run',
  },
  SessionEnd: {
    fields: { reason: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'] },
    matches: 'reason',
    unused: ['logout'],
    exitTwo: 'person',
    timeout: 1.5,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  Setup: {
    fields: { trigger: ['init', 'maintenance'] },
    matches: 'trigger',
    exitTwo: 'person',
    own: CONTEXT,
    types: START,
    environment: 'kept',
    firedBy: 'any-run',
  },
  Stop: {
    fields: STOP,
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    neverFails: true,
    firedBy: 'prompt',
  },
  StopFailure: {
    fields: { error: FAILURE_ERRORS, 'error_details?': 'text', 'last_assistant_message?': 'text' },
    matches: 'error',
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
    fields: AGENT,
    matches: 'agent_type',
    exitTwo: 'person',
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  SubagentStop: {
    fields: { ...STOP, ...AGENT, agent_transcript_path: 'text' },
    matches: 'agent_type',
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    neverFails: true,
    firedBy: 'prompt',
  },
  PreCompact: {
    fields: { trigger: COMPACT, custom_instructions: 'text or null' },
    matches: 'trigger',
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  PostCompact: {
    fields: { trigger: COMPACT, compact_summary: 'text' },
    matches: 'trigger',
    exitTwo: 'person',
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  PreModelSwitch: {
    fields: MODEL_SWITCH,
    exitTwo: 'blocks',
    own: ['permissionDecision', 'permissionDecisionReason'],
    types: NO_MODEL,
    waitsFor: 'estimates of what a change of the model costs',
  },
  PostModelSwitch: {
    fields: MODEL_SWITCH,
    exitTwo: 'person',
    own: CONTEXT,
    types: NO_MODEL,
    waitsFor: 'estimates of what a change of the model costs',
  },
  Notification: {
    fields: { message: 'text', 'title?': 'text', notification_type: 'text' },
    matches: 'notification_type',
    exitTwo: 'ignored',
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  Elicitation: {
    fields: {
      mcp_server_name: 'text',
      message: 'text',
      'mode?': ['form', 'url'],
      'url?': 'text',
      'elicitation_id?': 'text',
      'requested_schema?': 'object',
    },
    matches: 'mcp_server_name',
    exitTwo: 'blocks',
    own: ['action', 'content'],
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  ElicitationResult: {
    fields: {
      mcp_server_name: 'text',
      'elicitation_id?': 'text',
      'mode?': ['form', 'url'],
      action: ['accept', 'decline', 'cancel'],
      'content?': 'object',
    },
    matches: 'mcp_server_name',
    exitTwo: 'blocks',
    own: ['action', 'content'],
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  ConfigChange: {
    fields: {
      source: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
      'file_path?': 'text',
    },
    matches: 'source',
    unused: ['skills'],
    exitTwo: 'blocks',
    takesVerdict: true,
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  InstructionsLoaded: {
    fields: {
      file_path: 'text',
      memory_type: ['User', 'Project', 'Local', 'Managed'],
      load_reason: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
      'globs?': 'texts',
      'trigger_file_path?': 'text',
      'parent_file_path?': 'text',
    },
    matches: 'load_reason',
    unused: ['nested_traversal', 'path_glob_match', 'compact'],
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'prompt',
  },
  CwdChanged: {
    fields: { old_cwd: 'text', new_cwd: 'text' },
    exitTwo: 'person',
    own: WATCH,
    types: NO_MODEL,
    environment: 'replaced',
    firedBy: 'any-run',
  },
  FileChanged: {
    fields: { file_path: 'text', event: ['change', 'add', 'unlink'] },
    matches: 'file_path',
    hasNarrowMatchers: true,
    exitTwo: 'person',
    own: WATCH,
    types: NO_MODEL,
    environment: 'renewed',
    firedBy: 'any-run',
  },
  DirectoryAdded: {
    fields: { directory: 'text', source: ['slash_command', 'register_repo_root'] },
    matches: 'source',
    unused: ['register_repo_root'],
    exitTwo: 'ignored',
    types: NO_MODEL,
    firedBy: 'any-run',
  },
  WorktreeCreate: {
    fields: { name: 'text' },
    exitTwo: 'blocks',
    text: 'path',
    own: ['worktreePath'],
    types: NO_MODEL,
    waitsFor: 'worktrees',
  },
  WorktreeRemove: {
    fields: { worktree_path: 'text' },
    exitTwo: 'ignored',
    types: NO_MODEL,
    waitsFor: 'worktrees',
  },
  TaskCreated: {
    fields: TASK,
    exitTwo: 'blocks',
    waitsFor: 'the tools of task lists (TaskCreate, TaskUpdate)',
  },
  TaskCompleted: {
    fields: TASK,
    exitTwo: 'blocks',
    neverFails: true,
    waitsFor: 'the tools of task lists (TaskCreate, TaskUpdate)',
  },
  TeammateIdle: {
    fields: { teammate_name: 'text', team_name: 'text' },
    exitTwo: 'blocks',
    neverFails: true,
    waitsFor: 'teams of agents',
  },
  MessageDisplay: {
    fields: { turn_id: 'text', message_id: 'text', index: 'number', final: 'flag', delta: 'text' },
    exitTwo: 'ignored',
    timeout: 10,
    own: ['displayContent'],
    types: NO_MODEL,
    waitsFor: 'conversations on a screen',
  },
} as const satisfies Record<string, EventTerms>;

type Table = typeof TABLE;

export type HookEvent = keyof Table;

/** The events that Sluice fires. */
export type FiredEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly firedBy: string } ? Event : never;
}[HookEvent];

/** The fields of `hookSpecificOutput` that an event has. */
export type OwnFieldOf<Event extends HookEvent> = Table[Event] extends {
  readonly own: readonly (infer Field)[];
}
  ? Field
  : never;

/** Events whose hooks may block what is about to happen, or, at Stop and similar events, keep the work going. */
export type BlockingEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly exitTwo: 'blocks' } ? Event : never;
}[HookEvent];

/** Events that the engine has functions for. */
type EngineEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly calledBy: 'engine' } ? Event : never;
}[HookEvent];

/** Events that are fired at their own stage of a call; the dispatcher fires the others. */
export type CallEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly calledBy: string } ? Event : never;
}[HookEvent];

export type DispatchedEvent = Exclude<HookEvent, CallEvent>;

/** A hook's input for an event besides the common fields, as hooks read them. */
export type FieldsOf<Event extends HookEvent> = EventObject<Table[Event]['fields']>;

/** The same by event, for those that the dispatcher fires. */
export type EventFields = { readonly [Event in DispatchedEvent]: FieldsOf<Event> };

const EVENTS = new Map<string, EventTerms>(Object.entries(TABLE));

/** Events that a settings file may define hooks for. */
export const HOOK_EVENTS: readonly string[] = [...EVENTS.keys()];

export function isHookEvent(name: string): name is HookEvent {
  return EVENTS.has(name);
}

export function eventTerms(event: HookEvent): EventTerms {
  return TABLE[event];
}

/** Its matcher applies to a tool name, and it supports `if`. */
export function isToolEvent(event: HookEvent): boolean {
  return eventTerms(event).matches === TOOL;
}

/** The engine has functions for it. */
export function isEngineEvent(event: HookEvent): event is EngineEvent {
  return eventTerms(event).calledBy === 'engine';
}

/** It is about calls, and the dispatcher doesn't fire it. */
export function isCallEvent(event: HookEvent): event is CallEvent {
  return eventTerms(event).calledBy !== undefined;
}

/** All possible values of the matched field; undefined if they aren't known in advance. */
export function matchedValues(event: HookEvent): readonly string[] | undefined {
  const { matches, fields } = eventTerms(event);
  const kind = matches === undefined ? undefined : fields[matches];
  return isWords(kind) ? kind : undefined;
}

function isWords(kind: FieldKind | undefined): kind is readonly string[] {
  return Array.isArray(kind) && kind.every((word) => typeof word === 'string');
}
