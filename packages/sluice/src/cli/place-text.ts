import type { PermissionRule } from '@sluice/core';

/** `file:line`, as editors and terminals read it; `command line` for what stands in no file. */
export function placeText({ file, line }: Pick<PermissionRule, 'file' | 'line'>): string {
  if (file === undefined) return 'command line';
  return line === undefined ? file : `${file}:${line}`;
}
