import type { PermissionContext } from './context.ts';

/** Holds the current permission context; each change is a new frozen snapshot with the next version. */
export interface PermissionState {
  current(): PermissionContext;
  update(change: Partial<Omit<PermissionContext, 'version'>>): PermissionContext;
  onChange(listener: () => void): () => void;
}

export function createPermissionState(initial: Omit<PermissionContext, 'version'>): PermissionState {
  const listeners = new Set<() => void>();
  let context = freeze({ ...initial, version: 1 });
  return {
    current: () => context,
    update(change) {
      context = freeze({ ...context, ...change, version: context.version + 1 });
      for (const listener of listeners) listener();
      return context;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function freeze(context: PermissionContext): PermissionContext {
  return Object.freeze({ ...context, workingDirectories: Object.freeze([...context.workingDirectories]) });
}
