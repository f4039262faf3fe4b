import type { Fields } from './event-fields.ts';

/** What exit code 2 does: it forbids, it is told to the model or the person, or it is a failure as any other. */
export type ExitTwo = 'blocks' | 'model' | 'person' | 'ignored';

/** Fields of `hookSpecificOutput` that events have beside `hookEventName`. */
export type OwnField =
  | 'additionalContext'
  | 'permissionDecision'
  | 'permissionDecisionReason'
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedMCPToolOutput'
  | 'classifierContext'
  | 'decision'
  | 'retry'
  | 'watchPaths'
  | 'sessionTitle'
  | 'initialUserMessage'
  | 'reloadSkills'
  | 'suppressOriginalPrompt'
  | 'displayContent'
  | 'worktreePath'
  | 'action'
  | 'content';

/** How one event is matched, asked and answered: the specification's tables. */
export interface EventTerms {
  /** What its hooks are told, beside what all are told. */
  readonly fields: Fields;
  /** What calls its hooks. Default: the dispatcher. */
  readonly calledBy?: 'engine' | 'asker';
  /** The field of its input that matchers are about; undefined: a matcher means nothing. */
  readonly matches?: string;
  /** Blanks, dashes and commas in its matchers are no list of names. */
  readonly hasNarrowMatchers?: true;
  readonly exitTwo: ExitTwo;
  /** `"decision": "block"` at the top level counts. */
  readonly takesVerdict?: true;
  /** Plain text on standard output is context for the model, or the path that was asked for. */
  readonly text?: 'context' | 'path';
  /** Seconds, where a handler does not say; default 600. */
  readonly timeout?: number;
  readonly own?: readonly OwnField[];
  /** Types of handlers that the event knows; default all. */
  readonly types?: readonly string[];
  /** `"onFailure": "block"` means nothing, for a failing hook would keep the work from ever ending. */
  readonly neverFails?: true;
  /**
   * Its hooks may leave shell text for later commands: `kept` to the end; `renewed` where the hook runs again; `replaced`, when
   * the event is fired again, and so is with it all that is not kept.
   */
  readonly environment?: 'kept' | 'renewed' | 'replaced';
  /** What fires it: every run, or only one that talks with a model. Without it hooks are accepted, and nothing runs them yet. */
  readonly firedBy?: 'any-run' | 'prompt';
  /** Where nothing fires it: what it comes with, in words. */
  readonly waitsFor?: string;
  /** Of the values that can be matched, those that nothing in Sluice gives yet. */
  readonly unused?: readonly string[];
}
