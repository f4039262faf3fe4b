import type { DecisionCause } from '../data/decision-cause.ts';
import type { Files } from '../ports/files.ts';
import type { CompiledRules } from '../permission/compiled-rules.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import type { PermissionQuery } from './policy.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import type { ToolRules } from './tool-rules.ts';

/** Everything needed to decide the parts of one call. */
export interface Judge {
  readonly query: PermissionQuery;
  readonly snapshot: PermissionContext;
  readonly rules: CompiledRules;
  /** As they are while the call is decided: each is looked at once. */
  readonly files: Files;
  /** As they are whenever they are looked at. */
  readonly filesNow: Files;
  readonly ofTool: ToolRules;
  /** The tool's name and aliases. */
  readonly names: readonly string[];
  /** A rule that allows every use of the tool. */
  readonly toolAllow: PermissionRule | undefined;
  /** Why such a rule doesn't count: the tool has changed since. */
  readonly changed: Extract<DecisionCause, { kind: 'definition-changed' }> | undefined;
}
