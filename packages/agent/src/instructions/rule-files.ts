import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { splitFrontmatter } from '../definitions/split-frontmatter.ts';
import { splitKeys } from '../definitions/split-keys.ts';
import { splitPatterns } from '../definitions/split-patterns.ts';

const MAX_DEPTH = 8;
/** A repository may hold any number. */
const MAX_ENTRIES = 1_000;

/** Absolute paths of the Markdown files in a directory and below it, by name. Links to directories aren't followed. */
export function findRuleFiles(directory: string): readonly string[] {
  const found: string[] = [];
  let room = MAX_ENTRIES;
  const look = (at: string, depth: number): void => {
    for (const entry of entriesOf(at)) {
      if ((room -= 1) < 0) return;
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) look(path, depth + 1);
      } else if (entry.name.endsWith('.md')) found.push(path);
    }
  };
  look(directory, 0);
  return found;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true }).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}

interface Rule {
  /** Patterns of the files that it applies to. Empty: it applies to all. */
  readonly globs: readonly string[];
  /** Without the frontmatter. */
  readonly text: string;
}

/** The key `paths` of the frontmatter is a list, or a text with commas. */
export function parseRule(whole: string): Rule {
  const { yaml, body } = splitFrontmatter(whole);
  if (yaml === undefined) return { globs: [], text: whole };
  const paths = splitKeys(yaml)?.find(({ key }) => key === 'paths');
  const texts = listedTexts(paths?.text.slice('paths:'.length) ?? '');
  return { globs: texts.flatMap((one) => splitPatterns(unquoted(one)).map(unquoted)), text: body };
}

/** The texts of a YAML value: of a list in either form, or the value itself. */
function listedTexts(value: string): readonly string[] {
  const lines = value.split('\n').map((line) => line.replace(/(?:^|\s)#[^"']*$/, ''));
  const inline = /^\s*\[(?<items>.*)\]\s*$/s.exec(lines.join('\n'))?.groups?.['items'];
  return inline === undefined
    ? lines.map((line) => line.replace(/^\s*-\s/, '').trim())
    : splitPatterns(inline);
}

function unquoted(text: string): string {
  return /^(?<quote>["'])(?<inner>(?:(?!\k<quote>).)*)\k<quote>$/s.exec(text)?.groups?.['inner'] ?? text;
}
