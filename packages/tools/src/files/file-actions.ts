import { dirname } from 'node:path';
import type { CallActions } from '@sluice/core';
import { resolvePath } from './resolve-path.ts';

/** What a tool that reads or writes one file does, as permission rules see it. */
export function fileActions(access: 'read' | 'write', given: string, cwd: string): CallActions {
  return { actions: [{ type: 'file', access, path: resolvePath(given, cwd).path, isTree: false }] };
}

/** A search of a tree that leaves out by itself what rules deny beneath it. */
export function searchActions(path: string): CallActions {
  return { actions: [{ type: 'file', access: 'read', path, isTree: true, leavesOutDenied: true }] };
}

/** The rule that allows to write this very file. */
export function suggestEditRule(given: string, cwd: string): readonly string[] {
  return [`Edit(/${escapePattern(resolvePath(given, cwd).path)})`];
}

/** The rule that allows to read the directory of this file, and all beneath it. */
export function suggestReadRule(given: string, cwd: string): readonly string[] {
  const directory = dirname(resolvePath(given, cwd).path);
  return directory === '/' ? [] : [`Read(/${escapePattern(directory)}/**)`];
}

/** A path as a pattern that matches it alone. */
function escapePattern(path: string): string {
  return path.replaceAll(/[\\*?[\]!#]/g, String.raw`\$&`);
}
