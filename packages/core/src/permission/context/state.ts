import { createPermissionContext, type PermissionStart } from './create-context.ts';
import type { PermissionContext } from './context.ts';
import { applyUpdate, type UpdateResult } from './apply-update.ts';
import type { PermissionUpdate } from './update.ts';

/** Holds the current permission context; each change is a new frozen snapshot with the next version. */
export interface PermissionState {
  current(): PermissionContext;
  /** Replaces parts of the context, for example when settings were reloaded. */
  update(change: Partial<PermissionStart>): PermissionContext;
  /** Applies an update requested by a person, a hook or a program. If it isn't possible, nothing changes. */
  apply(update: PermissionUpdate): UpdateResult;
  onChange(listener: () => void): () => void;
}

export function createPermissionState(initial: PermissionStart): PermissionState {
  const listeners = new Set<() => void>();
  let context = createPermissionContext(initial, 1);
  const adopt = (next: PermissionContext): void => {
    context = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => context,
    update(change) {
      const { workingDirectories: _derived, version, ...kept } = context;
      adopt(createPermissionContext({ ...kept, ...change }, version + 1));
      return context;
    },
    apply(update) {
      const result = applyUpdate(context, update);
      if (result.ok && result.context !== context) adopt(result.context);
      return result;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
