import type { Repository } from '@sluice/shell';

const WORKSPACE = '/workspace/app';

/** The workspace is one repository without configuration of its own; `sub` in it and each directory outside are others. */
export function corpusRepository(directory: string): Repository {
  const isOwn =
    `${directory}/`.startsWith(`${WORKSPACE}/`) && !`${directory}/`.startsWith(`${WORKSPACE}/sub/`);
  const workTree = isOwn ? WORKSPACE : directory;
  return {
    status: 'found',
    workTree,
    places: [],
    ownPlaces: [],
    links: () => [],
    strays: () => [],
    settings: [],
    pins: { GIT_DIR: `${workTree}/.git`, GIT_WORK_TREE: workTree },
  };
}
