/**
 * How a call holds one node of the resource tree. `read` and `write` hold the node and all below it; `read-below` and
 * `write-below` say that something under the node is held, so that a claim on a whole tree meets a claim on one file.
 */
export type Access = 'read' | 'write' | 'read-below' | 'write-below';

const CONFLICTS: Readonly<Record<Access, readonly Access[]>> = {
  read: ['write', 'write-below'],
  write: ['read', 'write', 'read-below', 'write-below'],
  'read-below': ['write'],
  'write-below': ['read', 'write'],
};

export function conflictsOf(access: Access): readonly Access[] {
  return CONFLICTS[access];
}

/** One access that is at least as strong as both. */
export function strongest(a: Access | undefined, b: Access): Access {
  if (a === undefined || a === b) return b;
  if (a === 'read-below') return b;
  if (b === 'read-below') return a;
  return 'write';
}
