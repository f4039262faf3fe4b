import { dirname, resolve } from 'node:path';
import type { CallActions } from '@sluice/core';
import { fromHome } from './from-home.ts';

/** What a tool that reads or writes one file does, as permission rules see it. */
export function fileActions(access: 'read' | 'write', given: string, cwd: string): CallActions {
  return { actions: [{ type: 'file', access, path: resolve(cwd, fromHome(given)), isTree: false }] };
}

/** A search of a tree that leaves out by itself what rules deny beneath it. */
export function searchActions(path: string): CallActions {
  return { actions: [{ type: 'file', access: 'read', path, isTree: true, leavesOutDenied: true }] };
}

/** The rule that allows to write this very file. */
export function suggestEditRule(given: string, cwd: string): readonly string[] {
  return [`Edit(/${escapePattern(resolve(cwd, fromHome(given)))})`];
}

/** The rule that allows to read the directory of this file, and all beneath it. */
export function suggestReadRule(given: string, cwd: string): readonly string[] {
  return suggestReadTreeRule(dirname(resolve(cwd, fromHome(given))));
}

/** The rule that allows to read this directory (absolute), and all beneath it. */
export function suggestReadTreeRule(directory: string): readonly string[] {
  return directory === '/' ? [] : [`Read(/${escapePattern(directory)}/**)`];
}

/** A path as a pattern that matches it alone. */
function escapePattern(path: string): string {
  return path.replaceAll(/[\\*?[\]!#]/g, String.raw`\$&`);
}
