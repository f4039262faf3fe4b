import type { Plugin } from 'rolldown';
import { edited, referencesTo, type Edit } from './chunk-syntax.ts';

/**
 * V8 reads a pattern when its expression runs, and for a class such as `\p{L}` asks the Unicode tables: up to a
 * millisecond each. The first segmenter of a process takes 20 ms. Constants of a module that are such patterns, or segmenters, are made
 * when they are first used.
 */
export const lazyPatterns: Plugin = {
  name: 'lazy-patterns',
  renderChunk(code) {
    const program = this.parse(code);
    const patterns = new Map<string, Edit>();
    for (const statement of program.body) {
      if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) continue;
      const [declared] = statement.declarations;
      if (declared?.id.type !== 'Identifier' || declared.init == null) continue;
      const made = code.slice(declared.init.start, declared.init.end);
      if (!isSlow(declared.init.type, made)) continue;
      const { name } = declared.id;
      const text = `let ${name}_made; const ${name} = () => (${name}_made ??= ${made});`;
      patterns.set(name, [statement.start, statement.end, text]);
    }
    const edits: Edit[] = [];
    for (const [name, references] of referencesTo(program, new Set(patterns.keys()))) {
      const declaration = patterns.get(name);
      if (declaration !== undefined) edits.push(declaration);
      for (const { node } of references) edits.push([node.start, node.end, `${name}()`]);
    }
    return edited(code, edits);
  },
};

function isSlow(type: string, code: string): boolean {
  if (type === 'Literal') return code.startsWith('/') && /\\p\{/i.test(code);
  if (type === 'CallExpression') return /^get\w*Segmenter(?:\$\d+)?\(\)$/.test(code);
  return type === 'NewExpression' && /^new Intl\.Segmenter\([^()]*\)$/.test(code);
}
