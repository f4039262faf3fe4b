import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import type { FileAction } from '../permission/action.ts';
import { normalizePath } from '../ports/posix-path.ts';
import { tryOr } from '../tool/predicates.ts';

/** Where the paths of a call led when it was decided, by path. */
export type DecidedPlaces = ReadonlyMap<string, string>;

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
  const places = new Map<string, string>();
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

/** The first path that leads elsewhere by now. */
export function firstMoved(engine: Engine, places: DecidedPlaces): string | undefined {
  for (const [path, place] of places) {
    const [, directory = path, stars = ''] = /^(.*?)\/((?:\*\/)+)$/su.exec(path) ?? [];
    if (placeOf(engine, directory, stars.length / 2) !== place) return path;
  }
  return undefined;
}

/** With levels, where the symbolic links of a directory lead. */
function placeOf({ ports: { files } }: Engine, path: string, levels = 0): string {
  const { realPath } = files.identify(path, '/');
  if (levels === 0) return realPath;
  return files.linkTargets(realPath, levels)?.toSorted().join('\0') ?? 'unknown';
}
