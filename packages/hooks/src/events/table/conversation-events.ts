import { FAILURE_ERRORS } from '@sluice/core';
import type { EventTerms } from '../event-terms.ts';
import { CONTEXT, NO_MODEL, WATCH } from './shared-terms.ts';

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
const AGENT = { agent_id: 'text', agent_type: 'text' } as const;
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
const START = ['command', 'mcp_tool'];
const COMPACT = ['manual', 'auto'] as const;
const PROMPTED = ['additionalContext', 'suppressOriginalPrompt'] as const;

/** Events about a session, its prompts, its agents and its model. */
export const CONVERSATION_EVENTS = {
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
    firedBy: 'prompt',
  },
  PostModelSwitch: {
    fields: MODEL_SWITCH,
    exitTwo: 'person',
    own: CONTEXT,
    types: NO_MODEL,
    firedBy: 'prompt',
  },
} as const satisfies Record<string, EventTerms>;
