/** What the plugins of the build that rewrite chunks share: a walk through the syntax tree, and edits by position. */

export interface SyntaxNode extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of a chunk, and what is there instead. */
export type Edit = readonly [from: number, to: number, text: string];

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

/** Each node with the one that it is part of; keys and members that are merely names are left out. */
export function visitNodes(
  program: unknown,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined) => void,
): void {
  const walk = (value: unknown, parent: SyntaxNode | undefined): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, parent);
      return;
    }
    if (!isNode(value)) return;
    visit(value, parent);
    for (const [key, inner] of Object.entries(value)) {
      const isMember = (key === 'property' || key === 'key') && value['computed'] !== true;
      if (!isMember && key !== 'imported' && key !== 'exported') walk(inner, value);
    }
  };
  walk(program, undefined);
}

/** A place where a name is read, and the node that it is part of. */
export interface Reference {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
}

/** Where names of a chunk's top level are read. A name that stands for something else anywhere in the chunk is left out. */
export function referencesTo(program: unknown, names: ReadonlySet<string>): ReadonlyMap<string, Reference[]> {
  const found = new Map([...names].map((name) => [name, { references: Array<Reference>(), declared: 0 }]));
  visitNodes(program, (node, parent) => {
    if (node.type !== 'Identifier') return;
    const known = found.get(String(node['name']));
    if (known === undefined) return;
    if (isBound(node, parent)) known.declared += 1;
    else known.references.push({ node, parent });
  });
  return new Map(
    [...found].flatMap(([name, { references, declared }]) => (declared === 1 ? [[name, references]] : [])),
  );
}

/** Declared here, or in a place that can't be distinguished from a declaration: a parameter, `{ name }`, the body of an arrow. */
function isBound(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'VariableDeclarator') return parent['id'] === node;
  if (parent.type === 'ImportSpecifier') return true;
  return parent.type === 'Property' || isNode(parent['body']);
}

/** Edits never overlap. Pieces are joined once: a chunk of a megabyte has thousands of edits. */
export function edited(code: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const [from, to, text] of edits.toSorted(([a], [b]) => a - b)) {
    pieces.push(code.slice(done, from), text);
    done = to;
  }
  return [...pieces, code.slice(done)].join('');
}
