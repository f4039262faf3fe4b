import { resolvePath } from '../path/path-effects.ts';
import type { Word, WordPart } from '../../tree.ts';
import { bindingsOfName, mayBeEmpty } from './reach.ts';
import type { Shell } from './walk.ts';

/**
 * The absolute path that is left of a word if variables that nothing sets are empty: `/etc` of `"$x/etc"`, `/` of `$x/`. Undefined: there
 * are none in it, or no such path is left.
 */
export function leftWhenEmpty({ parts }: Word, shell: Shell): string | undefined {
  if (parts.every(({ type }) => type === 'literal')) return undefined;
  const text = emptiedText(parts, shell, new Set());
  return text?.startsWith('/') === true ? resolvePath(text, undefined) : undefined;
}

function emptiedText(
  parts: readonly WordPart[],
  shell: Shell,
  seen: ReadonlySet<string>,
): string | undefined {
  const texts = parts.map((part) => emptiedPart(part, shell, seen));
  return texts.includes(undefined) ? undefined : texts.join('');
}

function emptiedPart(part: WordPart, shell: Shell, seen: ReadonlySet<string>): string | undefined {
  if (part.type === 'literal') return part.value;
  if (part.type !== 'parameter' || seen.has(part.name)) return undefined;
  const { name } = part;
  const bindings = bindingsOfName(name, shell);
  if (bindings.length === 0 && shell.walk.context.isExported?.(name) === true) return undefined;
  if (mayBeEmpty(part, shell, new Set())) return '';
  const [first, ...others] = bindings;
  if (first?.kind !== 'word' || first.from === 'append' || others.length > 0) return undefined;
  return emptiedText(first.parts, shell, new Set(seen).add(name));
}
