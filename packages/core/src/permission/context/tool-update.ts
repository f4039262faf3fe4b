import { getOwn, isJsonObject } from '../../data/json.ts';
import { PERMISSION_MODES } from '../../data/permission-mode.ts';
import type { PermissionUpdate } from './update.ts';

type WithoutDestination<Update> = Update extends PermissionUpdate ? Omit<Update, 'destination'> : never;

/** A change of the permission context that a tool's result requests. It lasts for the session; no file is written. */
export type ToolPermissionUpdate = WithoutDestination<PermissionUpdate>;

type ReadToolUpdate =
  | { readonly ok: true; readonly update: PermissionUpdate }
  /** Why the change is not made, as a clause. */
  | { readonly ok: false; readonly message: string };

/** A tool's change as a change for the session. A tool may allow and tighten; it never removes deny or ask rules. */
export function readToolUpdate(given: ToolPermissionUpdate): ReadToolUpdate {
  const malformed = malformation(given);
  if (malformed !== undefined) return { ok: false, message: malformed };
  const takesBack = given.type === 'removeRules' || given.type === 'replaceRules';
  if (takesBack && given.behavior !== 'allow')
    return { ok: false, message: `a tool can't remove or replace ${given.behavior} rules` };
  return { ok: true, update: { ...given, destination: 'session' } };
}

/** A tool may be written without types. */
function malformation(given: unknown): string | undefined {
  if (!isJsonObject(given)) return 'it is not an object';
  const texts = (key: string): boolean => {
    const value = getOwn(given, key);
    return Array.isArray(value) && value.every((item) => typeof item === 'string');
  };
  const type = getOwn(given, 'type');
  switch (type) {
    case 'setMode':
      return PERMISSION_MODES.some((mode) => mode === getOwn(given, 'mode'))
        ? undefined
        : 'there is no such mode';
    case 'addDirectories':
    case 'removeDirectories':
      return texts('directories') ? undefined : '"directories" is not a list of paths';
    case 'addRules':
    case 'replaceRules':
    case 'removeRules': {
      const behavior = getOwn(given, 'behavior');
      if (behavior !== 'allow' && behavior !== 'ask' && behavior !== 'deny')
        return '"behavior" must be "allow", "ask" or "deny"';
      return texts('rules') ? undefined : '"rules" is not a list of rules';
    }
    default:
      return `${JSON.stringify(type)} is not a kind of update`;
  }
}
