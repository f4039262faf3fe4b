import { isAbsolute, join } from 'node:path';
import { isInside, parseRule, type PermissionRule } from '@sluice/core';
import type { LoadedSettings } from '../loaded-settings.ts';

const KINDS: ReadonlyMap<string, 'read' | 'edit'> = new Map([
  ['Read', 'read'],
  ['Edit', 'edit'],
  ['Write', 'edit'],
]);

/**
 * The file or tree that a path rule covers. No `kind`: it covers none. No `path`: its pattern names more than one, or an unknown place. A
 * deny rule for a name at any depth applies at least in the start directory. `isWide`: everything it covers besides `path` is in the start
 * directory, and only a search can find it.
 */
export function ruleTree(
  { text, root, behavior }: PermissionRule,
  { cwd, home }: Pick<LoadedSettings, 'cwd' | 'home'>,
): { readonly kind?: 'read' | 'edit'; readonly path?: string; readonly isWide?: boolean } {
  const parsed = parseRule(text);
  const kind = parsed.ok ? KINDS.get(parsed.parts.toolName) : undefined;
  const specifier = parsed.ok ? parsed.parts.specifier : undefined;
  if (kind === undefined || specifier === undefined) return {};
  const tree = specifier.replace(/\/(?:\*\*)?$/, '');
  if (tree === '' || /[*?[\\]/.test(tree)) return { kind, isWide: startsIn(cwd, specifier, root) };
  if (tree.startsWith('//')) return { kind, path: tree.slice(1) };
  if (tree.startsWith('~/')) return home === undefined ? { kind } : { kind, path: join(home, tree.slice(2)) };
  if (isAbsolute(tree)) return { kind, path: join(root, tree) };
  const isAtAnyDepth = !tree.replace(/^(?:\.\/)+/, '').includes('/');
  if (isAtAnyDepth && behavior !== 'deny' && tree === specifier) return { kind };
  return { kind, path: join(cwd, tree), isWide: isAtAnyDepth };
}

/** Whether everything that a pattern may match is in the start directory. */
function startsIn(cwd: string, specifier: string, root: string): boolean {
  if (specifier.startsWith('//') || specifier.startsWith('~')) return false;
  return specifier.startsWith('/') ? isInside(root, cwd) : !/(?:^|\/)\.\.(?:\/|$)/.test(specifier);
}
