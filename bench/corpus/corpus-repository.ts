import type { Repository } from '@sluice/shell';

/** The repository in which the command lines of the corpora begin: it has no configuration of its own. */
export function corpusRepository(workTree: string): Repository {
  return {
    status: 'found',
    workTree,
    places: [],
    ownPlaces: [],
    links: () => [],
    strays: () => [],
    settings: [],
    pins: {},
  };
}
