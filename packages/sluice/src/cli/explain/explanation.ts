import type { DecisionGrounds, PermissionDecision, PermissionRule } from '@sluice/core';

/** What would become of a call, and why: made from the very decision that the engine would act on. */
export interface Explanation {
  readonly tool: string;
  readonly input: unknown;
  readonly decision: PermissionDecision['behavior'];
  /** Who decides: `rule`, `mode`, `read-only`, `safety`, `default`, …. */
  readonly by: string;
  /** Why, the decisive one first: one for each part that stands in the way, or for each that is allowed. */
  readonly reasons: readonly string[];
  readonly rule: ExplainedRule | undefined;
  /** The first of `reasons` as data. Undefined: the policy gives its own words alone. */
  readonly grounds: DecisionGrounds | undefined;
  /** How to allow it, where it is asked about. */
  readonly remedy: string | undefined;
  readonly readOnly: boolean;
  readonly opaque: boolean;
  readonly mode: string;
  readonly cwd: string;
  /** What runs in place of the input as written, where the two differ. */
  readonly runs:
    | { readonly text: string; readonly environment: Readonly<Record<string, string>> }
    | undefined;
  readonly commands: readonly ExplainedCommand[];
  readonly files: readonly ExplainedFile[];
}

export interface ExplainedVerdict {
  readonly decision: PermissionDecision['behavior'];
  /** The stage of the published order that decided. */
  readonly stage: string;
  readonly reason: string;
  readonly rule: ExplainedRule | undefined;
}

export interface ExplainedCommand extends ExplainedVerdict {
  readonly command: string;
  readonly readOnly: boolean;
  /** Absolute; null: not known. */
  readonly cwd: string | null;
  /** What runs it: `sudo`, `xargs`, …. */
  readonly via: readonly string[];
  /** It may reach another machine; null: not known. */
  readonly network: boolean | null;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly removes: readonly string[];
  /** Targets of its redirections, each decided by itself. */
  readonly redirections: readonly (ExplainedVerdict & { readonly target: string; readonly access: string })[];
}

export interface ExplainedFile extends ExplainedVerdict {
  readonly path: string;
  readonly access: string;
}

export type ExplainedRule = Pick<PermissionRule, 'text' | 'behavior' | 'source' | 'file' | 'line'>;
