import type { Plugin } from 'rolldown';
import { edited, referencesTo, type Edit, type Reference } from './chunk-syntax.ts';

/** Node has loaded these before a program begins. */
const LOADED = new Set([
  'node:fs',
  'node:path',
  'node:os',
  'node:url',
  'node:util',
  'node:events',
  'node:buffer',
]);

/**
 * Modules of Node's own take up to 3 ms each to load (`node:net`, `node:crypto`, `node:zlib`), and most runs use few of
 * those that they import. In a CommonJS chunk, each is loaded by the first expression that reads a member of it; so is
 * the chunk of zod, 5 ms of a start that builds no schema.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  renderChunk(code) {
    const modules = new Map<string, Edit>();
    for (const found of code.matchAll(
      /^(?:let|const) (\w+) = require\("(node:[\w/]+|\.\/zod-[^"]+)"\);$/gm,
    )) {
      const [line, name = '', id = ''] = found;
      if (LOADED.has(id)) continue;
      const text = `let ${name}_loaded; const ${name} = () => (${name}_loaded ??= require("${id}"));`;
      modules.set(name, [found.index, found.index + line.length, text]);
    }
    const edits: Edit[] = [];
    for (const [name, references] of referencesTo(this.parse(code), new Set(modules.keys()))) {
      // Passed on as a whole, what reads its members can't be seen here.
      if (!references.every(readsMember)) continue;
      const declaration = modules.get(name);
      if (declaration !== undefined) edits.push(declaration);
      // In brackets: `new name().Agent()` would make the module the constructor.
      for (const { node } of references) edits.push([node.start, node.end, `(${name}())`]);
    }
    return edited(code, edits);
  },
};

function readsMember({ node, parent }: Reference): boolean {
  return parent?.type === 'MemberExpression' && parent['object'] === node && parent['computed'] !== true;
}
