import type { FileAction } from '../permission/action.ts';

export function isWrite({ access }: FileAction): boolean {
  return access === 'write' || access === 'remove';
}
