import type { HeldContent } from '../result/content.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { JsonObject } from '../data/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Outcome } from '../data/outcome.ts';
import type { CallRecord } from './record.ts';

/** The one result of a call. */
export interface SettledResult {
  readonly outcome: Outcome;
  readonly content: HeldContent;
  readonly isError: boolean;
  readonly isReplaced: boolean;
  readonly data: unknown;
  readonly clientView: unknown;
  readonly metadata: JsonObject | undefined;
  /** What its tool, and those of nested calls, add for the model. */
  readonly newMessages: readonly SpokenText[];
  /** A text alone is a hook's. */
  readonly additionalContext: readonly (string | SpokenText)[];
  readonly stop: { readonly reason: string } | undefined;
  /** From a tool that did not declare it: applied in call order. */
  readonly lateChange: ContextChange | undefined;
  readonly record: CallRecord;
}

/** What a result changes for later calls. */
export type ContextChange = Pick<ToolResult<unknown>, 'modifyContext' | 'permissionUpdates'>;
