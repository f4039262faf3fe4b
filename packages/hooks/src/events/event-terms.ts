import type { Fields } from './event-fields.ts';

/** The effect of exit code 2: it blocks, it is reported to the model or the user, or it is an ordinary failure. */
type ExitTwo = 'blocks' | 'model' | 'person' | 'ignored';

/** Fields of `hookSpecificOutput` besides `hookEventName`. */
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

/** How an event is matched, asked and answered: the specification's tables. */
export interface EventTerms {
  /** What its hooks receive besides the common fields. */
  readonly fields: Fields;
  /** What calls its hooks. Default: the dispatcher. */
  readonly calledBy?: 'engine' | 'asker';
  /** The input field that matchers apply to; undefined: matchers have no meaning. */
  readonly matches?: string;
  /** Spaces, dashes and commas in its matchers do not make a list of names. */
  readonly hasNarrowMatchers?: true;
  readonly exitTwo: ExitTwo;
  /** `"decision": "block"` at the top level is supported. */
  readonly takesVerdict?: true;
  /** Plain text on standard output is context for the model, or the requested path. */
  readonly text?: 'context' | 'path';
  /** Seconds, if the handler doesn't set a timeout; default 600. */
  readonly timeout?: number;
  readonly own?: readonly OwnField[];
  /** Supported handler types; default all. */
  readonly types?: readonly string[];
  /** `"onFailure": "block"` is ignored, because a failing hook would keep the work from ever ending. */
  readonly neverFails?: true;
  /**
   * Its hooks may leave shell text for later commands: `kept` to the end; `renewed` when the hook runs again; `replaced` when the event
   * fires again, along with everything that isn't kept.
   */
  readonly environment?: 'kept' | 'renewed' | 'replaced';
  /** What fires it: every run, only one with a model, or only the terminal. Without it, hooks are accepted but not run yet. */
  readonly firedBy?: 'any-run' | 'prompt' | 'terminal';
  /** If nothing fires it: the feature it waits for, in words. */
  readonly waitsFor?: string;
  /** Values that can be matched, but that Sluice doesn't produce yet. */
  readonly unused?: readonly string[];
}
