import type { Environment, SearchOptions } from './search-options.ts';

/** What rg is started with: this program's own, since git's settings for all repositories are found by it. */
export function ripgrepEnvironment({ watched }: SearchOptions): Environment {
  return watched?.(process.env) ?? process.env;
}
