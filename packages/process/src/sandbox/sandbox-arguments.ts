import type { Layer, SandboxPlace } from './sandbox-place.ts';

/** The only directory that every profile may write: private to the command, and removed with it. */
export const TEMPORARY_DIRECTORY = '/dev/shm';

/** The bubblewrap arguments before the command. Deeper paths are mounted over those above them. */
export function sandboxArguments(place: SandboxPlace): readonly string[] {
  const layers = [...new Map(place.layers.map((layer) => [layer.path, layer])).values()].toSorted(
    (a, b) => a.path.length - b.path.length,
  );
  const root = layers.filter(({ path }) => path === '/');
  const others = layers.filter(({ path }) => path !== '/');
  let empty = place.emptyDescriptor;
  const wordsOf = ({ path, as }: Layer): readonly string[] => {
    switch (as) {
      case 'writable':
      case 'pinned':
        return ['--bind', path, path];
      case 'read-only':
        return ['--ro-bind', path, path];
      case 'other-file':
        return ['--ro-bind-data', String(place.textDescriptors.get(path)), path];
      case 'empty-directory':
        return ['--tmpfs', path];
      case 'empty-file':
        return ['--ro-bind-data', String(empty++), path];
      default:
        return as satisfies never;
    }
  };
  return [
    ...['--die-with-parent', '--new-session', '--unshare-pid', '--unshare-ipc'],
    ...(place.network === 'none' ? ['--unshare-net'] : []),
    // Otherwise root would keep all of them, and could mount inside.
    ...['--cap-drop', 'ALL', ...place.capabilities.flatMap((name) => ['--cap-add', name])],
    ...['--ro-bind', '/', '/', ...root.flatMap(wordsOf), '--dev', '/dev', '--proc', '/proc'],
    // The kernel's own settings belong to root and require no capability: bubblewrap leaves them writable for root.
    ...['--remount-ro', '/proc'],
    ...others.flatMap(wordsOf),
    // Only now, because deeper mounts need a place to be mounted on.
    ...others.filter(({ as }) => as === 'empty-directory').flatMap(({ path }) => ['--remount-ro', path]),
    ...['--seccomp', String(place.filterDescriptor), '--chdir', place.cwd, '--'],
  ];
}
