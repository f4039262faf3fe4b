import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import type { SandboxProfile } from './sandbox-profile.ts';
import { isThere } from './is-there.ts';
import { mayMake } from './may-make.ts';
import type { Layer } from './sandbox-place.ts';
import type { SuspectPath } from './suspect-path.ts';

export interface LayerPlan {
  readonly status: 'planned';
  readonly layers: readonly Layer[];
  /** Directories to create while the command runs: a missing protected path can't be created where a directory is. */
  readonly placeholders: readonly string[];
}

interface LayerRefusal {
  readonly status: 'refused';
  readonly reason: string;
}

/** Each needs a descriptor; more would exceed the limit of an ordinary process. */
const MAX_FILES = 500;

/** Each mount slows the next: with 400 files in separate directories, it takes two seconds. */
const MAX_PINNED = 50;

/** What to mount over the file system for a profile. Checks the paths it names, and nothing below them. */
export function planLayers(
  profile: SandboxProfile,
  ownFiles: readonly string[],
  isPlaceholder: (path: string) => boolean,
): LayerPlan | LayerRefusal {
  const roots = existing(profile.writable);
  const as = profile.kind === 'read-only' ? 'read-only' : 'writable';
  const named = existing(profile.hidden);
  const found = existing(profile.found ?? []);
  const hidden = [...named, ...found];
  const shut = [...profile.protected.map(withoutTrailingSlash), ...standing(profile.suspects ?? [])];
  const layers: Layer[] = roots.map((path) => ({ path, as }));
  const placeholders = new Set<string>();
  /** The writable tree that contains a path, unless something above the path is closed there. */
  const openRootOf = (path: string): string | undefined => {
    const root = profile.kind === 'read-only' ? undefined : deepest(roots, path);
    if (root === undefined) return undefined;
    const isShutAbove = [...shut, ...hidden].some(
      (other) => other !== path && contains(other, path) && other.length >= root.length,
    );
    return isShutAbove ? undefined : root;
  };
  for (const path of shut) {
    const root = openRootOf(path);
    if (root === undefined) continue;
    const held = protect(root, path, isPlaceholder);
    if (held.status === 'refused') return held;
    layers.push(...held.layers);
    for (const placeholder of held.placeholders) placeholders.add(placeholder);
  }
  const others = (profile.masked ?? []).flatMap(mask);
  // Under another name, the next command would read it.
  const fixed = [...others.map(({ path }) => path), ...named, ...(found.length > MAX_PINNED ? [] : found)];
  layers.push(...fixed.flatMap((path) => pinAbove(openRootOf(path), path)), ...others, ...hidden.map(hide));
  layers.push(...ownFiles.map((path): Layer => ({ path, as: 'writable' })));
  if (layers.filter(({ as }) => as === 'empty-file' || as === 'other-file').length > MAX_FILES) {
    const reason = `More than ${MAX_FILES} individual files would have to be hidden. Deny reading of their directories instead.`;
    return { status: 'refused', reason };
  }
  return { status: 'planned', layers: readOnlyLast(layers), placeholders: [...placeholders] };
}

/** Suspect paths that already exist and have an effect on their own. */
function standing(suspects: readonly SuspectPath[]): readonly string[] {
  return suspects.flatMap(({ path, besides }) => (besides.length === 0 && isThere(path) ? [path] : []));
}

/** If two lists name a path, the stricter one applies. */
function readOnlyLast(layers: readonly Layer[]): readonly Layer[] {
  const rank = {
    ...{ pinned: 0, writable: 1, 'read-only': 2 },
    ...{ 'other-file': 3, 'empty-file': 4, 'empty-directory': 4 },
  };
  return layers.toSorted((a, b) => rank[a.as] - rank[b.as]);
}

/** From the writable tree down to the path: pins each directory, and makes the path itself read-only. */
function protect(
  root: string,
  path: string,
  isPlaceholder: (path: string) => boolean,
): LayerPlan | LayerRefusal {
  if (path === root) return planned([{ path, as: 'read-only' }]);
  const layers: Layer[] = [];
  for (const step of stepsBetween(root, path)) {
    const found = lstatSync(step, { throwIfNoEntry: false });
    if (found === undefined && !mayMake(step)) return planned(layers);
    if (found === undefined || isPlaceholder(step))
      return planned([...layers, { path: step, as: 'read-only' }], [step]);
    if (found.isSymbolicLink()) {
      const reason = `${step} is protected, but is a symbolic link or reached through one. A sandbox can't keep a link in a writable directory from being replaced.`;
      return { status: 'refused', reason };
    }
    const isWhole = step === path || !found.isDirectory();
    layers.push({ path: step, as: isWhole ? 'read-only' : 'pinned' });
    if (isWhole) break;
  }
  return planned(layers);
}

function pinAbove(root: string | undefined, path: string): readonly Layer[] {
  const steps = root === undefined ? [] : stepsBetween(root, path).slice(0, -1);
  return steps.map((step) => ({ path: step, as: 'pinned' }));
}

function planned(layers: readonly Layer[], placeholders: readonly string[] = []): LayerPlan {
  return { status: 'planned', layers, placeholders };
}

function stepsBetween(root: string, path: string): readonly string[] {
  const steps: string[] = [];
  for (let step = path; step !== root && step !== '/'; step = dirname(step)) steps.unshift(step);
  return steps;
}

function hide(path: string): Layer {
  return { path, as: statSync(path).isDirectory() ? 'empty-directory' : 'empty-file' };
}

/** If it has become a directory meanwhile, no text can be shown in its place. */
function mask({ path, text }: { readonly path: string; readonly text: string }): readonly Layer[] {
  return existing([path]).map((real) => {
    const layer = hide(real);
    return layer.as === 'empty-file' ? { path: real, as: 'other-file', text } : layer;
  });
}

function existing(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    try {
      return [realpathSync(path)];
    } catch {
      return [];
    }
  });
}

function deepest(roots: readonly string[], path: string): string | undefined {
  return roots.filter((root) => contains(root, path)).toSorted((a, b) => b.length - a.length)[0];
}

function contains(directory: string, path: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`);
}

function withoutTrailingSlash(path: string): string {
  const normal = normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}
