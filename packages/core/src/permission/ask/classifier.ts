import type { CallActions } from '../action.ts';
import type { PermissionContext } from '../context/context.ts';

/** The question to an approval classifier in the mode `auto`, about a call that nothing else has decided. */
export interface ClassifierRequest {
  readonly toolName: string;
  /** What the tool shows of its input to classifiers; by default all of it. */
  readonly input: unknown;
  /** What the call does, if its tool says so. */
  readonly actions: CallActions | undefined;
  readonly cwd: string;
  readonly permission: PermissionContext;
  /** Aborted if the call is stopped. */
  readonly signal: AbortSignal;
}

/** `ask` leaves it to a person. A verdict counts only if nothing else decided, so it can't loosen anything. */
export interface ClassifierVerdict {
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** One clause, for a person and a model. */
  readonly reason: string;
}

/** Started alongside the hooks. A throw is treated as `ask`. */
export type PermissionClassifier = (
  request: ClassifierRequest,
) => ClassifierVerdict | Promise<ClassifierVerdict>;
