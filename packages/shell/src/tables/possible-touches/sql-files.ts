import type { FileTouch } from '../file-touch.ts';
import { implied } from './route.ts';

const FILE = String.raw`\s*(?:'([^']+)'|"([^"]+)"|([^\s'"|;]+))`;

const READS = [String.raw`\\(?:i|ir|include|include_relative)\s`, String.raw`\\copy\b[^;]*?\bfrom\s`];

const WRITES = [String.raw`\\(?:o|out|g|gx|w|write|s)\s`, String.raw`\\?\bcopy\b[^;]*?\bto\s`];

const PATTERNS = [...READS, ...WRITES].map((start, index) => ({
  access: index < READS.length ? ('read' as const) : ('write' as const),
  pattern: new RegExp(start + FILE, 'gimu'),
}));

const MAX_TEXT = 16_384;

/** Files that commands and functions of psql and duckdb name in their text. */
export function filesOfSql(text: string | undefined, index: number): readonly FileTouch[] {
  if (text === undefined || text.length > MAX_TEXT) return [];
  return PATTERNS.flatMap(({ access, pattern }) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const path = found[1] ?? found[2] ?? found[3];
      return path === undefined ? [] : [implied(access, path, { index })];
    }),
  );
}
