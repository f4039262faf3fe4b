/**
 * How a call holds one node of the resource tree. `read` and `write` hold the node and everything below it; `read-below` and
 * `write-below` mean that something under the node is held, so that a claim on a whole tree conflicts with a claim on one file;
 * `read-and-write-below` reads the whole node and writes something under it.
 */
export type Access = 'read' | 'write' | 'read-below' | 'write-below' | 'read-and-write-below';

const CONFLICTS: Readonly<Record<Access, readonly Access[]>> = {
  read: ['write', 'write-below', 'read-and-write-below'],
  write: ['read', 'write', 'read-below', 'write-below', 'read-and-write-below'],
  'read-below': ['write'],
  'write-below': ['read', 'write', 'read-and-write-below'],
  'read-and-write-below': ['read', 'write', 'write-below', 'read-and-write-below'],
};

export function conflictsOf(access: Access): readonly Access[] {
  return CONFLICTS[access];
}

/** The one access that is exactly as strong as both. */
export function strongest(a: Access | undefined, b: Access): Access {
  if (a === undefined || a === b || a === 'read-below') return b;
  if (b === 'read-below') return a;
  return a === 'write' || b === 'write' ? 'write' : 'read-and-write-below';
}
