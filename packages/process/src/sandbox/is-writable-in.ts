import type { SandboxProfile } from './sandbox-profile.ts';

const OWN_PLACES = ['/dev', '/proc'];

/** Whether a profile leaves a real path writable: the longest of its paths that contains it decides. */
export function isWritableIn(profile: SandboxProfile, path: string): boolean {
  if (OWN_PLACES.some((place) => contains(place, path))) return true;
  const writable = profile.kind === 'read-only' ? [] : profile.writable;
  const open = longest(writable, path);
  const { protected: shut, hidden, found = [], masked = [] } = profile;
  return open > longest([...shut, ...hidden, ...found, ...masked.map((file) => file.path)], path);
}

/** Whether a path is protected although it is in a writable tree. */
export function isProtectedIn(profile: SandboxProfile, path: string): boolean {
  return (
    profile.kind !== 'read-only' &&
    longest(profile.writable, path) > 0 &&
    longest(profile.protected, path) > 0
  );
}

function longest(paths: readonly string[], path: string): number {
  return Math.max(0, ...paths.filter((one) => contains(one, path)).map(({ length }) => length));
}

function contains(directory: string, path: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`);
}
