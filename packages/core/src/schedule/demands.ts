import type { Claims, Resource } from '../data/claims.ts';
import type { Files } from '../ports/files.ts';
import { conflictsOf, strongest, type Access } from './access.ts';

/**
 * Claims with resolved paths: an access for each node of the resource tree, or `exclusive`. No nodes: conflicts only with `exclusive`.
 */
export type Demands = 'exclusive' | ReadonlyMap<string, Access>;

const NOTHING: ReadonlyMap<string, Access> = new Map();
const EVERYTHING = '*';
/** Files with several names: a tree claim may reach any of them by another path. */
const HARD_LINKS = 'hard-links';

/**
 * Resolves claims. A file is held by its real path and, if it exists, by device and inode; the directories above it are held `-below`.
 * Relative paths are resolved against `cwd`.
 */
export function resolveClaims(claims: Claims, cwd: string, files: Files): Demands {
  if (claims === 'exclusive') return 'exclusive';
  if (claims === 'everything') return new Map([[EVERYTHING, 'read']]);
  if (claims === 'independent' || claims.length === 0) return NOTHING;
  const demands = new Map<string, Access>();
  for (const { access, resource } of claims) {
    add(demands, EVERYTHING, below(access));
    addResource(demands, access, resource, cwd, files);
  }
  return demands;
}

/**
 * The part of claims that matters between agents: files and trees. A call that claims everything, or whose claims are unknown, runs alone
 * only among the calls of its own agent.
 */
export function resolvePaths(claims: Claims, cwd: string, files: Files): ReadonlyMap<string, Access> {
  if (typeof claims === 'string') return NOTHING;
  const demands = new Map<string, Access>();
  for (const { access, resource } of claims) {
    if (resource.kind !== 'named') addResource(demands, access, resource, cwd, files);
  }
  return demands;
}

function addResource(
  demands: Map<string, Access>,
  access: 'read' | 'write',
  resource: Resource,
  cwd: string,
  files: Files,
): void {
  if (resource.kind === 'named') {
    add(demands, `name:${resource.name}`, access);
    return;
  }
  const { realPath, inode, links } = files.identify(resource.path, cwd);
  for (let slash = realPath.indexOf('/', 1); slash > 0; slash = realPath.indexOf('/', slash + 1)) {
    add(demands, realPath.slice(0, slash), below(access));
  }
  if (realPath !== '/') add(demands, '/', below(access));
  add(demands, realPath, access);
  if (inode !== undefined) add(demands, `inode:${inode}`, access);
  if (resource.kind === 'tree') add(demands, HARD_LINKS, access);
  else if (links > 1) add(demands, HARD_LINKS, below(access));
}

function add(demands: Map<string, Access>, node: string, access: Access): void {
  demands.set(node, strongest(demands.get(node), access));
}

function below(access: 'read' | 'write'): Access {
  return access === 'read' ? 'read-below' : 'write-below';
}

export function demandsConflict(a: Demands, b: Demands): boolean {
  if (a === 'exclusive' || b === 'exclusive') return true;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  for (const [node, access] of small) {
    const other = large.get(node);
    if (other !== undefined && conflictsOf(access).includes(other)) return true;
  }
  return false;
}

/** Why two demands conflict: the innermost file or resource that both want, or that one of them wants to be alone. */
export function conflictOf(a: Demands, b: Demands): string {
  if (a === 'exclusive' || b === 'exclusive') return 'one of them runs alone';
  let found = '';
  for (const [node, access] of a) {
    const other = b.get(node);
    if (other === undefined || !conflictsOf(access).includes(other)) continue;
    if (found === '' || rankOf(node) > rankOf(found)) found = node;
  }
  if (found === HARD_LINKS) return 'files with several names';
  return found === EVERYTHING ? 'one of them may read or write anything' : found.replace(/^name:/, '');
}

/** Paths tell most, the longest first. */
function rankOf(node: string): number {
  if (node.startsWith('/')) return node.length + 2;
  return node.startsWith('name:') ? 1 : 0;
}

export function demandsEqual(a: Demands, b: Demands): boolean {
  if (a === 'exclusive' || b === 'exclusive') return a === b;
  if (a.size !== b.size) return false;
  for (const [node, access] of a) if (b.get(node) !== access) return false;
  return true;
}
