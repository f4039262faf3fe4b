import type { PermissionPolicy } from './policy.ts';

/** Allows every call, whatever rules say: for programs that decide elsewhere. */
export const bypassPolicy: PermissionPolicy = {
  decide: () => ({ behavior: 'allow', by: 'mode', reason: 'the mode bypassPermissions allows every call' }),
};
