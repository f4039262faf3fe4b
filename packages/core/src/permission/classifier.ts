import type { CallActions } from './action.ts';
import type { PermissionContext } from './context.ts';

/** What an approval classifier is asked in the mode `auto`, about a call that nothing else has decided. */
export interface ClassifierRequest {
  readonly toolName: string;
  /** What the tool shows of its input to classifiers; by default all of it. */
  readonly input: unknown;
  /** What the call does, where its tool says so. */
  readonly actions: CallActions | undefined;
  readonly cwd: string;
  readonly permission: PermissionContext;
  /** Aborted when the call is stopped. */
  readonly signal: AbortSignal;
}

/** `ask` leaves it to a person. A verdict counts only where nothing else decided, so that it can't loosen anything. */
export interface ClassifierVerdict {
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** One clause, for a person and a model. */
  readonly reason: string;
}

/** Started beside the hooks. A throw counts as `ask`. */
export type PermissionClassifier = (
  request: ClassifierRequest,
) => ClassifierVerdict | Promise<ClassifierVerdict>;
