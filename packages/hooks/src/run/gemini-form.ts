import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import type { HookEvent } from '../events/event-lookup.ts';

/** Gemini CLI's events by ours. Its other ones have no counterpart. */
export const GEMINI_EVENTS: ReadonlyMap<string, HookEvent> = new Map([
  ['BeforeTool', 'PreToolUse'],
  ['AfterTool', 'PostToolUse'],
  ['BeforeAgent', 'UserPromptSubmit'],
  ['AfterAgent', 'Stop'],
  ['SessionStart', 'SessionStart'],
  ['SessionEnd', 'SessionEnd'],
  ['Notification', 'Notification'],
  ['PreCompress', 'PreCompact'],
]);

/** Gemini CLI's names of tools by ours; the first one of several is told to its hooks. */
export const GEMINI_TOOLS: readonly (readonly [theirs: string, ours: string])[] = [
  ['run_shell_command', 'Bash'],
  ['read_file', 'Read'],
  ['read_many_files', 'Read'],
  ['write_file', 'Write'],
  ['replace', 'Edit'],
  ['glob', 'Glob'],
  ['list_directory', 'Glob'],
  ['grep_search', 'Grep'],
  ['search_file_content', 'Grep'],
  ['web_fetch', 'WebFetch'],
  ['google_web_search', 'WebSearch'],
  ['write_todos', 'TodoWrite'],
  ['activate_skill', 'Skill'],
  ['ask_user', 'AskUserQuestion'],
];

/** What a hook of Gemini CLI reads: its names for the event, the tool, and what was said. */
export function geminiInput(event: HookEvent, text: string, now: Date): string {
  const given: unknown = JSON.parse(text);
  if (!isJsonObject(given)) return text;
  const name = [...GEMINI_EVENTS].find(([, ours]) => ours === event)?.[0] ?? event;
  const tool = getOwn(given, 'tool_name');
  const response = getOwn(given, 'tool_response');
  const theirs = GEMINI_TOOLS.find(([, ours]) => ours === tool)?.[0];
  return JSON.stringify({
    ...given,
    hook_event_name: name,
    timestamp: now.toISOString(),
    ...present({
      tool_name: theirs,
      tool_response:
        response === undefined
          ? undefined
          : { llmContent: typeof response === 'string' ? response : JSON.stringify(response) },
      prompt_response: event === 'Stop' ? (getOwn(given, 'last_assistant_message') ?? '') : undefined,
    }),
  });
}

/**
 * What such a hook has printed, as one of ours would. Its `allow` approves nothing: there, it only lets a call go on as usual.
 * @param input what it has read
 */
export function geminiOutput(event: HookEvent, stdout: string, input: string): string {
  const said = parsed(stdout);
  if (said === undefined) return stdout;
  const { decision, reason, hookSpecificOutput, ...common } = said;
  const specific = isJsonObject(hookSpecificOutput) ? hookSpecificOutput : {};
  const isDenied = decision === 'deny' || decision === 'block';
  const why = typeof reason === 'string' ? reason : 'A hook of Gemini CLI denied it.';
  const own: Record<string, JsonValue> = { hookEventName: event };
  const context = getOwn(specific, 'additionalContext');
  if (typeof context === 'string') own['additionalContext'] = context;
  const changed = getOwn(specific, 'tool_input');
  if (event === 'PreToolUse') {
    const before = getOwn(parsed(input) ?? {}, 'tool_input');
    const kept = isJsonObject(before) ? before : undefined;
    if (isJsonObject(changed)) own['updatedInput'] = { ...kept, ...changed };
    if (isDenied) Object.assign(own, { permissionDecision: 'deny', permissionDecisionReason: why });
  }
  const blocks = isDenied && event !== 'PreToolUse' && !ADVISORY.has(event);
  return JSON.stringify({
    ...common,
    ...present({
      decision: blocks ? 'block' : undefined,
      reason: blocks ? why : undefined,
      hookSpecificOutput: Object.keys(own).length > 1 ? own : undefined,
    }),
  });
}

/** There, decisions of such hooks are ignored. */
const ADVISORY: ReadonlySet<HookEvent> = new Set<HookEvent>([
  'SessionStart',
  'SessionEnd',
  'Notification',
  'PreCompact',
]);

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
