/**
 * Bundles the script and the style of the trace's page into `packages/trace/src/page/assets.ts`, which is committed: everything that
 * renders a page then has the same text. `npm run build` does it, too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'packages/trace/page');
const TARGET = join(root, 'packages/trace/src/page/assets.ts');

/** The text of `assets.ts`. */
export async function tracePageAssets(): Promise<string> {
  const { output } = await build({
    input: join(page, 'main.ts'),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true },
  });
  const [{ code }] = output;
  const style = readFileSync(join(page, 'style.css'), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
  return [
    '// Made by scripts/trace-page.ts from packages/trace/page.',
    `export const PAGE_SCRIPT =\n  ${literal(code.trim())};`,
    `export const PAGE_STYLE =\n  ${literal(style)};`,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

/** As the formatter writes it: with the quotes that need fewer escapes, and only ASCII. */
function literal(text: string): string {
  const ascii = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const [single, double] = ["'", '"'].map((quote) => ascii.split(quote).length);
  const quote = (single ?? 0) > (double ?? 0) ? '"' : "'";
  return `${quote}${ascii.replaceAll(quote, `\\${quote}`)}${quote}`;
}

export async function writeTracePage(): Promise<void> {
  const text = await tracePageAssets();
  if (readFileSync(TARGET, 'utf8') !== text) writeFileSync(TARGET, text);
}

if (import.meta.main) await writeTracePage();
