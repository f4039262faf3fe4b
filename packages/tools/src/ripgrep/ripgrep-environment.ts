import type { Environment, SearchOptions } from './search-options.ts';

/** The environment for rg: this program's own, because it is needed to find git's global settings. */
export function ripgrepEnvironment({ watched }: SearchOptions): Environment {
  return watched?.(process.env) ?? process.env;
}
