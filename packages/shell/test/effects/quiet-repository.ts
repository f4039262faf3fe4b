import type { GitSetting, Repository } from '../../src/tables/repository.ts';

/** A repository at `workTree` that sets these keys. */
export function quietRepository(
  workTree: string,
  settings: Readonly<Record<string, string>> = {},
): Repository {
  return {
    status: 'found',
    workTree,
    places: [],
    ownPlaces: [],
    links: () => [],
    strays: () => [],
    settings: Object.entries(settings).map(([key, value]): GitSetting => ({
      key,
      value,
      scope: 'local',
      file: `${workTree}/.git/config`,
      isOfRepository: true,
    })),
    pins: { GIT_DIR: `${workTree}/.git`, GIT_WORK_TREE: workTree },
  };
}
