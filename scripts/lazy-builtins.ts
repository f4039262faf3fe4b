import type { Plugin } from 'rolldown';

/** Node has loaded these before a program begins. */
const LOADED = new Set(['node:fs', 'node:path', 'node:os', 'node:url', 'node:util', 'node:events', 'node:buffer']);

/**
 * Modules of Node's own take up to 3 ms each to load (`node:net`, `node:crypto`, `node:zlib`), and most runs use few of
 * those that they import. In a CommonJS chunk, each is loaded by the first expression that reads a member of it.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  renderChunk(code) {
    const imports = [...code.matchAll(/^let (\w+) = require\("(node:[\w/]+)"\);$/gm)].filter(
      ([, , id]) => !LOADED.has(String(id)),
    );
    if (imports.length === 0) return code;
    const uses = usesOf(this.parse(code), new Set(imports.map(([, name]) => String(name))));
    const edits: (readonly [from: number, to: number, text: string])[] = [];
    for (const found of imports) {
      const [line, name, id] = found;
      const use = uses.get(String(name));
      // Passed on as a whole: what reads its members can't be seen here.
      if (use === undefined || use.isWhole) continue;
      const text = `let ${name}_loaded; const ${name} = () => (${name}_loaded ??= require("${id}"));`;
      edits.push([found.index, found.index + line.length, text]);
      // In brackets, as `new name().Agent()` would make the module the constructor.
      for (const end of use.ends) edits.push([end - String(name).length, end, `(${name}())`]);
    }
    let rendered = code;
    for (const [from, to, text] of edits.toSorted(([a], [b]) => b - a)) {
      rendered = `${rendered.slice(0, from)}${text}${rendered.slice(to)}`;
    }
    return rendered;
  },
};

interface Uses {
  /** Where each name ends that a member is read of. */
  readonly ends: number[];
  /** The name stands somewhere else as well. */
  isWhole: boolean;
}

function usesOf(program: unknown, names: ReadonlySet<string>): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  const visit = (node: unknown, readsMember: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, false);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'Identifier' && typeof node.name === 'string' && names.has(node.name)) {
      const use = uses.get(node.name) ?? { ends: [], isWhole: false };
      uses.set(node.name, use);
      if (readsMember) use.ends.push(node.end);
      else use.isWhole = true;
    }
    for (const [key, inner] of Object.entries(node)) {
      // The declaration itself, and members and keys that merely have the name.
      if (key === 'id' && node.type === 'VariableDeclarator') continue;
      if ((key === 'property' || key === 'key') && node['computed'] !== true) continue;
      visit(inner, key === 'object' && node.type === 'MemberExpression' && node['computed'] !== true);
    }
  };
  visit(program, false);
  return uses;
}

interface SyntaxNode extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly end: number;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'end' in value;
}
