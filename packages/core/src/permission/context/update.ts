import type { PermissionMode } from '../../data/permission-mode.ts';
import type { RuleBehavior } from '../../data/permission-rule.ts';

/** What an update changes: only this session, or a settings file as well. */
export type UpdateDestination = 'session' | 'local' | 'project' | 'user';

/** A change of the permission context. Rules are given as text. */
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules';
      readonly behavior: RuleBehavior;
      readonly rules: readonly string[];
      readonly destination: UpdateDestination;
    }
  | { readonly type: 'setMode'; readonly mode: PermissionMode; readonly destination: UpdateDestination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories';
      /** Absolute. */
      readonly directories: readonly string[];
      readonly destination: UpdateDestination;
    };
