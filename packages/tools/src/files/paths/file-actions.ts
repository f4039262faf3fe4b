import { dirname, resolve } from 'node:path';
import type { CallActions } from '@sluice/core';
import { fromHome } from './from-home.ts';

/**
 * What a tool that reads or writes one file does, as permission rules see it.
 * @param realPath where the path leads, if the tool touches nothing else. Default: rules look it up
 */
export function fileActions(
  access: 'read' | 'write',
  given: string,
  cwd: string,
  realPath?: string,
): CallActions {
  const path = resolve(cwd, fromHome(given));
  return { actions: [{ type: 'file', access, path, realPath, isTree: false }] };
}

/** A search that itself leaves out what rules deny below its directory. */
export function searchActions(path: string): CallActions {
  return { actions: [{ type: 'file', access: 'read', path, isTree: true, leavesOutDenied: true }] };
}

/** The rule that allows writing this file. */
export function suggestEditRule(given: string, cwd: string): readonly string[] {
  return [`Edit(/${escapePattern(resolve(cwd, fromHome(given)))})`];
}

/** The rule that allows reading this file's directory and everything below it. */
export function suggestReadRule(given: string, cwd: string): readonly string[] {
  return suggestReadTreeRule(dirname(resolve(cwd, fromHome(given))));
}

/** The rule that allows reading this directory (absolute) and everything below it. */
export function suggestReadTreeRule(directory: string): readonly string[] {
  return directory === '/' ? [] : [`Read(/${escapePattern(directory)}/**)`];
}

/** A path as a pattern that matches only it. */
function escapePattern(path: string): string {
  return path.replaceAll(/[\\*?[\]!#]/g, String.raw`\$&`);
}
