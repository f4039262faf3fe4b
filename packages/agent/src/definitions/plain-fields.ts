import type { FrontmatterField } from './frontmatter-field.ts';

/** `key: text`, where YAML takes the text literally: nothing in it is special. */
const PLAIN = /^([A-Za-z_][\w-]*):[ \t]+([A-Za-z(][^\n]*)$/;
const MEANS_MORE = /:(?:[ \t]|$)|[ \t]#|\t/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
const WORDS = /^(?:true|false|null)$/i;

/** The fields of frontmatter that needs no YAML parser, as most has. Undefined: it needs one. */
export function plainFields(
  yaml: string,
  firstLine: number,
): ReadonlyMap<string, FrontmatterField> | undefined {
  const fields = new Map<string, FrontmatterField>();
  for (const [at, line] of yaml.split('\n').entries()) {
    if (line.trim() === '') continue;
    const match = PLAIN.exec(line);
    const [key = '', raw = ''] = match?.slice(1) ?? [];
    const text = raw.trimEnd();
    if (match === null || MEANS_MORE.test(text) || fields.has(key)) return undefined;
    const value = BOOLEANS.get(text) ?? text;
    if (value === text && WORDS.test(text)) return undefined;
    fields.set(key, { value, line: at + firstLine });
  }
  return fields;
}
