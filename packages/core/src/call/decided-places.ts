import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import type { DecidedPlace, DecidedPlaces } from '../engine/verdicts.ts';
import type { FileAction } from '../permission/action.ts';
import { normalizePath } from '../ports/posix-path.ts';
import { tryOr } from '../tool/predicates.ts';

/** Maximum number of paths to compare for one call. */
const MAX_PLACES = 500;

/** Where everything leads that the call names: the files that it accesses, and what else its tool says. */
export function readDecidedPlaces(engine: Engine, { tool, input }: Call): DecidedPlaces {
  const { cwd } = engine.session;
  const actions = tryOr(() => tool?.actions?.(input, { cwd })?.actions, undefined) ?? [];
  const files = actions.flatMap((action): readonly FileAction[] =>
    action.type === 'file'
      ? [action]
      : action.type === 'command'
        ? [...action.files, ...action.redirections]
        : [],
  );
  const named = tryOr(() => tool?.decidedPlaces?.(input, { cwd }), undefined) ?? [];
  const paths = [...files.map(({ path }) => path), ...named].filter((path) => path !== undefined);
  const places = new Map<string, DecidedPlace>();
  for (const path of paths) {
    if (places.size >= MAX_PLACES) break;
    const absolute = normalizePath(path, cwd);
    if (!places.has(absolute)) places.set(absolute, placeOf(engine, absolute));
  }
  for (const { path, levels = 0 } of files) {
    if (path !== undefined && levels > 0 && Number.isFinite(levels) && places.size < MAX_PLACES)
      places.set(`${normalizePath(path, cwd)}/${'*/'.repeat(levels)}`, placeOf(engine, path, levels));
  }
  return places;
}

/**
 * The first path that leads elsewhere by now, or to another directory of the same name. What has come into being or gone since leads
 * nowhere else.
 */
export function firstMoved(engine: Engine, places: DecidedPlaces): string | undefined {
  for (const [path, { real, directory }] of places) {
    const [, base = path, stars = ''] = /^(.*?)\/((?:\*\/)+)$/su.exec(path) ?? [];
    const now = placeOf(engine, base, stars.length / 2);
    if (now.real !== real) return path;
    if (directory?.path === now.directory?.path && directory?.id !== now.directory?.id) return path;
  }
  return undefined;
}

/** What an answer that is given later, perhaps to another process, is about. */
export function lastingPlaces(places: DecidedPlaces): readonly (readonly string[])[] {
  return [...places].map(([path, { real, directory, exists }]) => {
    // A device may have another number then, and what isn't there yet is made by an earlier call.
    const inode = exists ? directory?.id.split(':')[1] : undefined;
    return inode === undefined ? [path, real] : [path, real, inode];
  });
}

/** With levels, where the symbolic links of a directory lead. */
function placeOf({ ports: { files } }: Engine, path: string, levels = 0): DecidedPlace {
  const { realPath: real, links } = files.identify(path, '/');
  if (levels > 0) {
    const targets = files.linkTargets(real, levels)?.toSorted().join('\0') ?? 'unknown';
    return { real: targets, directory: undefined, exists: true };
  }
  const own = files.directoryId(real);
  const holder = own === undefined ? normalizePath('..', real) : real;
  const id = own ?? files.directoryId(holder);
  return { real, directory: id === undefined ? undefined : { path: holder, id }, exists: links > 0 };
}
