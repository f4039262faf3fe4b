import type { EventTerms } from '../event-terms.ts';
import { CONTEXT } from './shared-terms.ts';

/** The field that holds the tool name. */
export const TOOL = 'tool_name';
const FINISHED = {
  tool_name: 'text',
  tool_input: 'any',
  tool_use_id: 'text',
  tool_response: 'any',
  duration_ms: 'number',
} as const;

/** Events about tool calls. */
export const CALL_EVENTS = {
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
  PreSkillShellCommand: {
    fields: {
      tool_name: 'text',
      tool_input: 'any',
      tool_use_id: 'text',
      command_name: 'text',
      'command_source?': 'text',
      invoked_by: ['user', 'claude', 'other'],
    },
    matches: TOOL,
    exitTwo: 'blocks',
    own: ['permissionDecision', 'permissionDecisionReason', 'updatedInput'],
    firedBy: 'prompt',
  },
} as const satisfies Record<string, EventTerms>;
