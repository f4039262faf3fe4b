import type { AnalyzedCommand, FileEffect } from '../analysis.ts';
import type { Copy } from './copies-of.ts';

/**
 * Where an earlier command of the line may have put symbolic links, a path leads to no one knows where: such a file is not
 * known. One that is removed, or listed, is what its name says.
 */
export function behindLinks(
  commands: readonly AnalyzedCommand[],
  transfers: readonly { readonly after: number; readonly path: string }[],
  copies: readonly Copy[],
): readonly AnalyzedCommand[] {
  if (transfers.length === 0) return commands;
  return commands.map((command, index) => {
    const places = transfers.filter(
      ({ after }) => after < index && (after !== -1 || !writesOnly(command, transfers)),
    );
    if (places.length === 0) return command;
    const hide = (file: FileEffect): readonly FileEffect[] =>
      isBehind(file, places)
        ? somewhere(file, [...removedElsewhere(file, copies), ...readElsewhere(file, copies)])
        : [
            file,
            ...(file.isThroughLink === true ? removedElsewhere(file, copies) : []),
            ...metByPattern(file, copies),
          ];
    const { files, redirections } = command;
    return { ...command, files: files.flatMap(hide), redirections: redirections.flatMap(hide) };
  });
}

/** In a loop every command comes after every other, but for itself. */
function writesOnly({ files }: AnalyzedCommand, transfers: readonly { readonly path: string }[]): boolean {
  const own = new Set(transfers.map(({ path }) => path));
  const written = files.filter(({ access }) => access === 'write');
  return written.length > 0 && written.every(({ path }) => path !== undefined && own.has(path));
}

function isBehind(
  { access, path, removal }: FileEffect,
  places: readonly { readonly path: string }[],
): boolean {
  if (path === undefined || access === 'list') return false;
  return places.some((place) =>
    path === place.path ? access !== 'remove' || removal !== undefined : path.startsWith(`${place.path}/`),
  );
}

/** `ln -s ~/.ssh L; cat L/key`: what is read through a link that the line makes is read where that leads, too. */
function readElsewhere(file: FileEffect, copies: readonly Copy[]): readonly FileEffect[] {
  const { access, path } = file;
  if (access !== 'read' || path === undefined) return [];
  return copies
    .filter(({ path: place }) => path === place || path.startsWith(`${place}/`))
    .map(({ path: place, source }) => ({
      ...file,
      path: `${source}${path.slice(place.length)}`.replace('//', '/'),
    }));
}

function somewhere(file: FileEffect, known: readonly FileEffect[]): readonly FileEffect[] {
  const { removal } = file;
  const isAnywhere = known.length === 0 && removal === 'contents';
  const hidden = { ...file, path: undefined };
  return [isAnywhere ? { ...hidden, removal: 'beneath-unknown' } : hidden, ...known];
}

/** `ln -s / L; rm -rf L/*`: what is removed beneath a link that the line makes, or a directory that it moves. */
function removedElsewhere(file: FileEffect, copies: readonly Copy[]): readonly FileEffect[] {
  const { access, path } = file;
  if (access !== 'remove' || path === undefined) return [];
  return copies
    .filter(({ isSame, path: place }) => isSame && (path === place || path.startsWith(`${place}/`)))
    .map(({ path: place, source }) => ({
      ...file,
      path: `${source}${path.slice(place.length)}`.replace('//', '/'),
    }));
}

/** `ln -s / sub/L; rm -rf sub/*\/x`: a pattern meets the link that the line makes, and goes through it. */
function metByPattern(file: FileEffect, copies: readonly Copy[]): readonly FileEffect[] {
  const { access, path, levels = 0, removal = 'contents' } = file;
  if (access !== 'remove' || path === undefined || levels < 2) return [];
  return copies
    .filter(({ isSame, path: place }) => isSame && place.startsWith(path === '/' ? path : `${path}/`))
    .map(({ source }) => ({ ...file, path: source, removal }));
}
