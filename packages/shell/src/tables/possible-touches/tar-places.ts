/** Where each `-C` leads, which starts from the one before it. Undefined: that isn't known. */
export function placesOf(directories: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const places: (string | undefined)[] = [];
  for (const one of directories) {
    const isFromKnown = one?.startsWith('/') === true || places.length === 0 || places.at(-1) !== undefined;
    places.push(one === undefined || !isFromKnown ? undefined : within(places.at(-1), one));
  }
  return places;
}

/** A path from a directory; undefined: from where the program runs. */
export function within(directory: string | undefined, path: string): string {
  return directory === undefined || path.startsWith('/') ? path : `${directory}/${path}`;
}
