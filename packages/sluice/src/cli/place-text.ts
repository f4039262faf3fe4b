import type { PermissionRule } from '@sluice/core';

/** `file:line`, as editors and terminals recognize it; `command line` if there is no file. */
export function placeText({ file, line }: Pick<PermissionRule, 'file' | 'line'>): string {
  if (file === undefined) return 'command line';
  return line === undefined ? file : `${file}:${line}`;
}
