import type { JsonObject } from '@sluice/core';
import type { FailureError } from './failure-error.ts';
import type { CallEvent, HookEvent } from './hook-events.ts';

interface BackgroundTaskSummary {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly description: string;
  readonly command?: string;
  readonly agent_type?: string;
}

interface StopFields {
  /** A hook of this event has kept the work going already. */
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
  readonly background_tasks?: readonly BackgroundTaskSummary[];
  readonly session_crons?: readonly JsonObject[];
}

interface TaskFields {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

interface ModelSwitchFields {
  readonly from_model: string;
  readonly to_model: string;
  readonly requested_model: string | null;
  readonly source: 'command' | 'picker' | 'sdk' | 'auto' | 'resume';
  readonly context_tokens: number;
  readonly prompt_cache_warm: boolean;
  readonly cache_ttl: '5m' | '1h';
  readonly estimated_cache_write_usd: number;
  readonly pricing: 'configured' | 'catalog' | 'default';
}

type Trigger = 'manual' | 'auto';

/** What a hook is told of each event that is not about one call, beside what all are told: the fields as hooks read them. */
export interface EventFields {
  UserPromptSubmit: {
    readonly prompt: string;
    readonly source?: 'user' | 'sdk' | 'system' | 'loop_wakeup' | 'schedule_wakeup' | 'poll_event';
    readonly session_title?: string;
  };
  UserPromptExpansion: {
    readonly expansion_type: 'slash_command' | 'mcp_prompt';
    readonly command_name: string;
    readonly command_args: string;
    readonly command_source?: string;
    readonly prompt: string;
  };
  SessionStart: {
    readonly source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork';
    readonly model?: string;
    readonly session_title?: string;
  };
  SessionEnd: { readonly reason: 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other' };
  Setup: { readonly trigger: 'init' | 'maintenance' };
  Stop: StopFields;
  StopFailure: {
    readonly error: FailureError;
    readonly error_details?: string;
    readonly last_assistant_message?: string;
  };
  SubagentStart: { readonly agent_id: string; readonly agent_type: string };
  SubagentStop: StopFields & {
    readonly agent_id: string;
    readonly agent_type: string;
    readonly agent_transcript_path: string;
  };
  PreCompact: { readonly trigger: Trigger; readonly custom_instructions: string | null };
  PostCompact: { readonly trigger: Trigger; readonly compact_summary: string };
  PreModelSwitch: ModelSwitchFields;
  PostModelSwitch: ModelSwitchFields;
  Notification: { readonly message: string; readonly title?: string; readonly notification_type: string };
  Elicitation: {
    readonly mcp_server_name: string;
    readonly message: string;
    readonly mode?: 'form' | 'url';
    readonly url?: string;
    readonly elicitation_id?: string;
    readonly requested_schema?: JsonObject;
  };
  ElicitationResult: {
    readonly mcp_server_name: string;
    readonly elicitation_id?: string;
    readonly mode?: 'form' | 'url';
    readonly action: 'accept' | 'decline' | 'cancel';
    readonly content?: JsonObject;
  };
  ConfigChange: {
    readonly source: 'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings' | 'skills';
    readonly file_path?: string;
  };
  InstructionsLoaded: {
    readonly file_path: string;
    readonly memory_type: 'User' | 'Project' | 'Local' | 'Managed';
    readonly load_reason: 'session_start' | 'nested_traversal' | 'path_glob_match' | 'include' | 'compact';
    readonly globs?: readonly string[];
    readonly trigger_file_path?: string;
    readonly parent_file_path?: string;
  };
  CwdChanged: { readonly old_cwd: string; readonly new_cwd: string };
  FileChanged: { readonly file_path: string; readonly event: 'change' | 'add' | 'unlink' };
  DirectoryAdded: {
    readonly directory: string;
    readonly source: 'slash_command' | 'register_repo_root';
  };
  WorktreeCreate: { readonly name: string };
  WorktreeRemove: { readonly worktree_path: string };
  TaskCreated: TaskFields;
  TaskCompleted: TaskFields;
  TeammateIdle: { readonly teammate_name: string; readonly team_name: string };
  MessageDisplay: {
    readonly turn_id: string;
    readonly message_id: string;
    readonly index: number;
    readonly final: boolean;
    readonly delta: string;
  };
}

/** Events that the dispatcher fires. */
export type DispatchedEvent = Exclude<HookEvent, CallEvent>;
