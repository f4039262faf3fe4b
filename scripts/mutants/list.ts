import { CALL_MUTANTS } from './call-mutants.ts';
import { COMMAND_MUTANTS } from './command-mutants.ts';
import { CONVERSATION_MUTANTS } from './conversation-mutants.ts';
import { FILE_CHANGE_MUTANTS } from './file-change-mutants.ts';
import { FILE_MUTANTS } from './file-mutants.ts';
import { GIVEN_TEXT_MUTANTS } from './given-text-mutants.ts';
import { HEADLESS_MUTANTS } from './headless-mutants.ts';
import { HOOK_MUTANTS } from './hook-mutants.ts';
import { JOURNAL_MUTANTS } from './journal-mutants.ts';
import { CRON_MUTANTS } from './cron-mutants.ts';
import { LANGUAGE_SERVER_MUTANTS } from './language-server-mutants.ts';
import { LATE_TOOL_MUTANTS } from './late-tool-mutants.ts';
import { LOOP_MUTANTS } from './loop-mutants.ts';
import { MCP_LIMIT_MUTANTS } from './mcp-limit-mutants.ts';
import { MCP_MUTANTS } from './mcp-mutants.ts';
import { MCP_SERVE_MUTANTS } from './mcp-serve-mutants.ts';
import { MODEL_SERVER_MUTANTS } from './model-server-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PERMISSION_MUTANTS } from './permission-mutants.ts';
import { PROCESS_MUTANTS } from './process-mutants.ts';
import { PROVIDER_MUTANTS } from './provider-mutants.ts';
import { RESULT_MUTANTS } from './result-mutants.ts';
import { SANDBOX_MUTANTS } from './sandbox-mutants.ts';
import { SEARCH_MUTANTS } from './search-mutants.ts';
import { SETTINGS_MUTANTS } from './settings-mutants.ts';
import { SESSION_HOOK_MUTANTS } from './session-hook-mutants.ts';
import { REMOVAL_MUTANTS } from './removal-mutants.ts';
import { SHARED_REPOSITORY_MUTANTS } from './shared-repository-mutants.ts';
import { SHELL_MUTANTS } from './shell-mutants.ts';
import { SCHEDULE_MUTANTS } from './schedule-mutants.ts';
import { SKILL_MUTANTS } from './skill-mutants.ts';
import { SUB_AGENT_MUTANTS } from './sub-agent-mutants.ts';
import { SUSPENDED_MUTANTS } from './suspended-mutants.ts';
import { TERMINAL_MUTANTS } from './terminal-mutants.ts';
import { ADAPTER_MUTANTS } from './adapter-mutants.ts';
import { TRACE_MUTANTS } from './trace-mutants.ts';
import { WEB_MUTANTS } from './web-mutants.ts';
import { TOOL_MUTANTS } from './tool-mutants.ts';
import { WORKTREE_MUTANTS } from './worktree-mutants.ts';
import { WIRE_MUTANTS } from './wire-mutants.ts';

/** All mutants, by area; those whose tests take longest come first. */
export const MUTANTS: readonly Mutant[] = [
  ...TOOL_MUTANTS,
  ...COMMAND_MUTANTS,
  ...PROCESS_MUTANTS,
  ...SANDBOX_MUTANTS,
  ...FILE_MUTANTS,
  ...SCHEDULE_MUTANTS,
  ...CALL_MUTANTS,
  ...PERMISSION_MUTANTS,
  ...SETTINGS_MUTANTS,
  ...HOOK_MUTANTS,
  ...SESSION_HOOK_MUTANTS,
  ...WORKTREE_MUTANTS,
  ...SHARED_REPOSITORY_MUTANTS,
  ...FILE_CHANGE_MUTANTS,
  ...SHELL_MUTANTS,
  ...GIVEN_TEXT_MUTANTS,
  ...REMOVAL_MUTANTS,
  ...SEARCH_MUTANTS,
  ...RESULT_MUTANTS,
  ...SKILL_MUTANTS,
  ...SUB_AGENT_MUTANTS,
  ...ADAPTER_MUTANTS,
  ...TRACE_MUTANTS,
  ...WEB_MUTANTS,
  ...JOURNAL_MUTANTS,
  ...CONVERSATION_MUTANTS,
  ...LOOP_MUTANTS,
  ...HEADLESS_MUTANTS,
  ...SUSPENDED_MUTANTS,
  ...MODEL_SERVER_MUTANTS,
  ...CRON_MUTANTS,
  ...LANGUAGE_SERVER_MUTANTS,
  ...LATE_TOOL_MUTANTS,
  ...MCP_LIMIT_MUTANTS,
  ...MCP_MUTANTS,
  ...MCP_SERVE_MUTANTS,
  ...PROVIDER_MUTANTS,
  ...WIRE_MUTANTS,
  ...TERMINAL_MUTANTS,
];
