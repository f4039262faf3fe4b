import type { DecisionGrounds, PermissionDecision, PermissionRule } from '@sluice/core';

/** How a call would be decided, and why: built from the same decision that the engine would act on. */
export interface Explanation {
  readonly tool: string;
  readonly input: unknown;
  readonly decision: PermissionDecision['behavior'];
  /** Who decides: `rule`, `mode`, `read-only`, `safety`, `default`, …. */
  readonly by: string;
  /** Why, the decisive reason first: one for each part that prevents the call, or for each allowed part. */
  readonly reasons: readonly string[];
  readonly rule: ExplainedRule | undefined;
  /** The first of `reasons` as data. Undefined: the policy gives only its own text. */
  readonly grounds: DecisionGrounds | undefined;
  /** How to allow it, if it would ask. */
  readonly remedy: string | undefined;
  /** The rules that "always" would save when a person is asked. Empty: none is offered, or it would not ask. */
  readonly suggestedRules: readonly string[];
  readonly readOnly: boolean;
  readonly opaque: boolean;
  readonly mode: string;
  readonly cwd: string;
  /** What runs instead of the input as written, if they differ. */
  readonly runs:
    | { readonly text: string; readonly environment: Readonly<Record<string, string>> }
    | undefined;
  readonly commands: readonly ExplainedCommand[];
  readonly files: readonly ExplainedFile[];
}

export interface ExplainedVerdict {
  readonly decision: PermissionDecision['behavior'];
  /** The stage of the documented order that decided. */
  readonly stage: string;
  readonly reason: string;
  readonly rule: ExplainedRule | undefined;
}

export interface ExplainedCommand extends ExplainedVerdict {
  readonly command: string;
  readonly readOnly: boolean;
  /** Absolute; null: unknown. */
  readonly cwd: string | null;
  /** What runs it: `sudo`, `xargs`, …. */
  readonly via: readonly string[];
  /** It may access another machine; null: unknown. */
  readonly network: boolean | null;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly removes: readonly string[];
  /** Targets of its redirections, each decided separately. */
  readonly redirections: readonly (ExplainedVerdict & { readonly target: string; readonly access: string })[];
}

export interface ExplainedFile extends ExplainedVerdict {
  readonly path: string;
  readonly access: string;
}

export type ExplainedRule = Pick<PermissionRule, 'text' | 'behavior' | 'source' | 'file' | 'line'>;
