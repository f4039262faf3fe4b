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
    const patterns = new Map<string, readonly Edit[]>();
    for (const statement of program.body) {
      if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) continue;
      const [declared] = statement.declarations;
      if (declared?.id.type !== 'Identifier' || declared.init == null) continue;
      const made = code.slice(declared.init.start, declared.init.end);
      if (!isSlow(declared.init.type, made)) continue;
      const { name } = declared.id;
      const { start, end } = declared.init;
      // Patterns in it are edits of their own.
      patterns.set(name, [
        [statement.start, start, `let ${name}_made; const ${name} = () => (${name}_made ??= `],
        [end, statement.end, ');'],
      ]);
    }
    const edits: Edit[] = [];
    for (const [name, references] of referencesTo(program, new Set(patterns.keys()))) {
      edits.push(...(patterns.get(name) ?? []));
      for (const { node } of references) edits.push([node.start, node.end, `${name}()`]);
    }
    return edited(code, edits);
  },
};

function isSlow(type: string, code: string): boolean {
  if (type === 'Literal') return code.startsWith('/') && /\\p\{/i.test(code);
  if (type === 'CallExpression') return /^get\w*Segmenter(?:\$\d+)?\(\)$/.test(code);
  if (type !== 'NewExpression') return false;
  // Put together from others: it has their classes.
  const isComposed =
    /^new RegExp\(`(?:[^`$]|\$\{\w+(?:\$\d+)?\.source\})*`, "\w*"\)$/.test(code) && code.includes('.source}');
  return isComposed || /^new Intl\.Segmenter\([^()]*\)$/.test(code);
}
