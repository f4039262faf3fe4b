import { errorText } from '@sluice/base';
import type { FrontmatterField } from './frontmatter-field.ts';
import type { ReadFrontmatter } from './read-frontmatter.ts';

/** Reads a definition that is TOML, as the frontmatter of a Markdown file without a body. */
export async function readTomlDefinition(text: string): Promise<ReadFrontmatter> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    const values = parse(text.replace(/^\uFEFF/, ''));
    const lines = text.split('\n');
    const lineOf = (key: string): number =>
      1 +
      Math.max(
        0,
        lines.findIndex((line) => line.replace(/^[\s["']+/, '').startsWith(key)),
      );
    const fields = new Map(
      Object.entries(values).map(([key, value]): [string, FrontmatterField] => [
        key,
        { value, line: lineOf(key) },
      ]),
    );
    return { ok: true, frontmatter: { fields, body: '', problems: [] } };
  } catch (error) {
    const line = error instanceof TomlError ? error.line : 1;
    const [message = ''] = errorText(error).split('\n', 1);
    return {
      ok: false,
      problem: { line, message: `Invalid TOML: ${message.replace(/^Invalid TOML document: /, '')}.` },
    };
  }
}
