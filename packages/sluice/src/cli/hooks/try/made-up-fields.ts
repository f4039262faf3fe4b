import type { DispatchedEvent, EventFields } from '@sluice/hooks';

const TASK = { task_id: '1', task_subject: 'A made-up task' };
const SWITCH = {
  from_model: 'one-model',
  to_model: 'another-model',
  requested_model: null,
  source: 'command',
  context_tokens: 1000,
  prompt_cache_warm: false,
  cache_ttl: '5m',
  estimated_cache_write_usd: 0,
  pricing: 'default',
} as const;
const STOP = { stop_hook_active: false, last_assistant_message: 'All done.' };

/** Plausible fields for each event. */
export const MADE_UP: { readonly [Event in DispatchedEvent]: EventFields[Event] } = {
  UserPromptSubmit: { prompt: 'Is all well?', source: 'user' },
  UserPromptExpansion: {
    expansion_type: 'slash_command',
    command_name: 'review',
    command_args: '',
    prompt: '/review',
  },
  PreSkillShellCommand: {
    tool_name: 'Bash',
    tool_input: { command: 'git status' },
    tool_use_id: 'command-1',
    command_name: 'review',
    invoked_by: 'user',
  },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  Setup: { trigger: 'init' },
  Stop: STOP,
  StopFailure: { error: 'server_error' },
  SubagentStart: { agent_id: 'agent-1', agent_type: 'general-purpose' },
  SubagentStop: {
    ...STOP,
    agent_id: 'agent-1',
    agent_type: 'general-purpose',
    agent_transcript_path: '/dev/null',
  },
  PreCompact: { trigger: 'manual', custom_instructions: null },
  PostCompact: { trigger: 'manual', compact_summary: 'A made-up summary.' },
  PreModelSwitch: SWITCH,
  PostModelSwitch: SWITCH,
  Notification: {
    message: 'Permission is needed to use Bash',
    title: 'Permission needed',
    notification_type: 'permission_prompt',
  },
  Elicitation: { mcp_server_name: 'server', message: 'Which one?', mode: 'form' },
  ElicitationResult: { mcp_server_name: 'server', action: 'accept', content: {} },
  ConfigChange: { source: 'user_settings' },
  InstructionsLoaded: { file_path: '/dev/null', memory_type: 'Project', load_reason: 'session_start' },
  CwdChanged: { old_cwd: '/', new_cwd: '/tmp' },
  FileChanged: { file_path: '/dev/null', event: 'change' },
  DirectoryAdded: { directory: '/tmp', source: 'slash_command' },
  WorktreeCreate: { name: 'a-worktree' },
  WorktreeRemove: { worktree_path: '/tmp/a-worktree' },
  TaskCreated: TASK,
  TaskCompleted: TASK,
  TeammateIdle: { teammate_name: 'one', team_name: 'a-team' },
  MessageDisplay: { turn_id: '1', message_id: '1', index: 0, final: true, delta: 'All is well.\n' },
};
