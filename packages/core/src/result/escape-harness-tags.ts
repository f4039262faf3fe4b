import { escapeTags } from './escape-tag.ts';

/** Tags by which programs around a model speak to it. What others have written must not imitate them. */
const HARNESS_TAGS = [
  'not-from-user',
  'system-reminder',
  'task-notification',
  'tool_result',
  'tool_use',
  'function_results',
  'function_calls',
  'user-prompt-submit-hook',
  'web-page',
];

/** A text by another model, a page or a server: well formed, and without tags that are not its own (`escapeTag`). */
export function escapeHarnessTags(text: string): string {
  return escapeTags(text.toWellFormed(), HARNESS_TAGS);
}
