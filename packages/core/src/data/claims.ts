/** What a call reads or writes while it runs. Paths are absolute or relative to the session's working directory. */
export type Resource =
  /** One file, existing or not; compared by device and inode if it exists, else by real parent and name. */
  | { readonly kind: 'file'; readonly path: string }
  /** A directory and everything below it (a tree rooted at a file is that file). */
  | { readonly kind: 'tree'; readonly path: string }
  /** Anything else that has a name, such as `shell` or `tasks`. */
  | { readonly kind: 'named'; readonly name: string };

export interface Claim {
  readonly access: 'read' | 'write';
  readonly resource: Resource;
}

/**
 * The claims of one call. `exclusive` conflicts with every other call; `independent` conflicts only with `exclusive` and promises no
 * serial meaning between independent calls; `everything` reads all resources (the default of a concurrency-safe tool without `claims`);
 * an empty list claims nothing.
 */
export type Claims = readonly Claim[] | 'exclusive' | 'independent' | 'everything';

export const readFile = (path: string): Claim => ({ access: 'read', resource: { kind: 'file', path } });
export const writeFile = (path: string): Claim => ({ access: 'write', resource: { kind: 'file', path } });
export const readTree = (path: string): Claim => ({ access: 'read', resource: { kind: 'tree', path } });
export const writeTree = (path: string): Claim => ({ access: 'write', resource: { kind: 'tree', path } });
export const readNamed = (name: string): Claim => ({ access: 'read', resource: { kind: 'named', name } });
export const writeNamed = (name: string): Claim => ({ access: 'write', resource: { kind: 'named', name } });
