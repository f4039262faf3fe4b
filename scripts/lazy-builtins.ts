import { promisify } from 'node:util';
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

/**
 * The same for the library's chunks, which are modules: each name that they import of a module of Node's own becomes a
 * look-up where it is used. (An `import` would also build a facade that touches the module's every export: 7 ms.)
 */
export const lazyImports: Plugin = {
  name: 'lazy-imports',
  renderChunk(code) {
    const imports = [...code.matchAll(/^import \{ ([^}]+) \} from "(node:[^"]+)";$/gm)].map((found) => {
      const [line, list = '', id = ''] = found;
      const members = list.split(', ').map((one): Member => {
        const [name = '', local = name] = one.split(' as ');
        return { name, local };
      });
      return { from: found.index, to: found.index + line.length, id, members };
    });
    const locals = imports.flatMap(({ members }) => members.map(({ local }) => local));
    const references = referencesTo(this.parse(code), new Set(locals));
    const edits = imports.flatMap(({ from, to, id, members }): readonly Edit[] => {
      const { text, uses } = lookUps(references, id, members);
      return [[from, to, text], ...uses];
    });
    return edited(code, edits);
  },
};

/** A member of a module, and the variable that a chunk has for it. */
interface Member {
  readonly name: string;
  readonly local: string;
}

/** What replaces an import, and for the uses of its names. */
function lookUps(
  found: ReadonlyMap<string, readonly Reference[]>,
  id: string,
  members: readonly Member[],
): { readonly text: string; readonly uses: readonly Edit[] } {
  const module = `process.getBuiltinModule("${id}")`;
  // One that is exported, or that can't be distinguished from other variables, keeps its name.
  const named = members.filter(
    ({ local }) => found.get(local)?.every(({ parent }) => parent?.type !== 'ExportSpecifier') !== true,
  );
  if (LOADED.has(id) || !named.every(({ name }) => isPlainFunction(id, name))) {
    const names = members.map(({ name, local }) => (name === local ? name : `${name}: ${local}`));
    return { text: `const { ${names.join(', ')} } = ${module};`, uses: [] };
  }
  const getter = id.replaceAll(/\W/g, '_');
  const lines = [
    `let ${getter}_loaded; const ${getter} = () => (${getter}_loaded ??= ${module});`,
    ...named.map(({ name, local }) => `const ${local} = (...given) => ${getter}().${name}(...given);`),
  ];
  const uses = members.flatMap((member): readonly Edit[] =>
    named.includes(member)
      ? []
      : (found.get(member.local) ?? []).map(({ node }) => {
          // A call must not make the module its `this`, nor `new` the look-up its class.
          return [node.start, node.end, `(0, ${getter}().${member.name})`];
        }),
  );
  return { text: lines.join('\n'), uses };
}

/** One that can be called by another that passes on what it is given. */
function isPlainFunction(id: string, name: string): boolean {
  const module: object = process.getBuiltinModule(id) ?? {};
  const value: unknown = Reflect.get(module, name);
  return typeof value === 'function' && /^[a-z]/.test(name) && !(promisify.custom in value);
}

function readsMember({ node, parent }: Reference): boolean {
  return parent?.type === 'MemberExpression' && parent['object'] === node && parent['computed'] !== true;
}
