/** Events that a settings file may name hooks for. */
export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'SessionEnd',
  'Setup',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'Notification',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'WorktreeCreate',
  'WorktreeRemove',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'MessageDisplay',
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Events whose moment the engine has; hooks of the others are accepted, and nothing runs them yet. */
export const FIRED_EVENTS = ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'] as const;

export type FiredEvent = (typeof FIRED_EVENTS)[number];

/** Events about one tool: their matcher is about its name, and an `if` may be asked. */
export const TOOL_EVENTS: ReadonlySet<string> = new Set([...FIRED_EVENTS, 'PermissionDenied']);
