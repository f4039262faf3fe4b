import type { AnalysedCommand, FileEffect } from './analysis.ts';

/**
 * Where an earlier command of the line may have put symbolic links, a path leads to nobody knows where: such a file is not
 * known. One that is removed, or listed, is what its name says.
 */
export function behindLinks(
  commands: readonly AnalysedCommand[],
  transfers: readonly { readonly after: number; readonly path: string }[],
): readonly AnalysedCommand[] {
  if (transfers.length === 0) return commands;
  return commands.map((command, index) => {
    const places = transfers.filter(
      ({ after }) => after < index && (after !== -1 || !writesOnly(command, transfers)),
    );
    if (places.length === 0) return command;
    const hide = (file: FileEffect): FileEffect =>
      isBehind(file, places) ? { ...file, path: undefined } : file;
    return { ...command, files: command.files.map(hide), redirections: command.redirections.map(hide) };
  });
}

/** In a loop every command comes after every other, but for itself. */
function writesOnly({ files }: AnalysedCommand, transfers: readonly { readonly path: string }[]): boolean {
  const own = new Set(transfers.map(({ path }) => path));
  const written = files.filter(({ access }) => access === 'write');
  return written.length > 0 && written.every(({ path }) => path !== undefined && own.has(path));
}

function isBehind({ access, path }: FileEffect, places: readonly { readonly path: string }[]): boolean {
  if (path === undefined || access === 'list') return false;
  return places.some((place) =>
    path === place.path ? access !== 'remove' : path.startsWith(`${place.path}/`),
  );
}
