import type { AnyTool } from '../tool/tool.ts';
import type { Claims } from '../data/claims.ts';
import type { JsonObject } from '../data/json.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import type { PermissionDecision } from '../permission/decision.ts';

/** The input of a policy: the pure part of a call. */
export interface PermissionQuery {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** The input as written by the model, a hook or a person, before schema parsing. */
  readonly json: JsonObject;
  readonly isReadOnly: boolean;
  /** As the tool declares them, with relative paths; undefined if it declares none. */
  readonly claims: Claims | undefined;
  readonly cwd: string;
  /** Decide as if a person had allowed the tool as it is defined now. Default false. */
  readonly isDefinitionConfirmed?: boolean;
}

/** Decides from one snapshot, synchronously and without effects: the same query and snapshot give the same decision. */
export interface PermissionPolicy {
  decide(query: PermissionQuery, snapshot: PermissionContext): PermissionDecision;
}
