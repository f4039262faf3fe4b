import { fromRaw } from '../ripgrep/path-names.ts';
import type { RawPath } from '../ripgrep/path-names.ts';
import type { Entry } from './page.ts';

/** UTF-16 units of a line that are shown; the match may be further on, which `-o` shows. */
export const MAX_LINE_CHARACTERS = 500;
export const CUT_MARK = ' [… line cut]';

interface ContentLayout {
  readonly shown: (path: RawPath) => string;
  readonly hasLineNumbers: boolean;
  readonly hasContext: boolean;
}

/**
 * `path:12:text` for a match, `path-11-text` for a context line (without numbers `path:text`), and `--` between lines that are not
 * adjacent if context was requested.
 */
export function contentLines(
  entries: readonly Entry[],
  layout: ContentLayout,
): { text: string; isCut: boolean } {
  const lines: string[] = [];
  let last: { readonly path: RawPath; readonly name: string; readonly line: number } | undefined;
  let isCut = false;
  for (const { path, body } of entries) {
    const numberEnd = /^\d+/.exec(body)?.[0].length ?? 0;
    const line = Number(body.slice(0, numberEnd));
    const separator = body.charAt(numberEnd);
    const name = last?.path === path ? last.name : layout.shown(path);
    const isGap = last !== undefined && (last.path !== path || line > last.line + 1);
    if (layout.hasContext && isGap) lines.push('--');
    const whole = fromRaw(body.slice(numberEnd + 1));
    const text = cutLine(whole);
    isCut ||= text !== whole;
    lines.push(`${name}${separator}${layout.hasLineNumbers ? `${line}${separator}` : ''}${text}`);
    last = { path, name, line };
  }
  return { text: lines.join('\n'), isCut };
}

function cutLine(text: string): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(MAX_LINE_CHARACTERS - 1));
  return text.slice(0, MAX_LINE_CHARACTERS - (splitsPair ? 1 : 0)) + CUT_MARK;
}
