import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readContextFile, readFrontmatter } from '@sluice/agent';
import type { ContextFileGate, ContextFileScope } from '@sluice/core';
import type { SessionParts } from '../../parts/session-parts.ts';
import { skillDirectories } from '../../skills/skill-directories.ts';

const DIRECTORY = 'output-styles';
const DEFAULT = 'default';
const MAX_BYTES = 256 * 1024;

/** How the model is to write: text of a Markdown file that is added to the built-in system prompt. */
export interface OutputStyle {
  /** As the setting "outputStyle" names it. */
  readonly name: string;
  /** Undefined: nothing is added. */
  readonly text: string | undefined;
  /** Why there is no such style, one sentence each. */
  readonly problems: readonly string[];
  /** The names of all styles, the default first. */
  names(): Promise<readonly string[]>;
}

/** No style is chosen, and there are no others. */
export const DEFAULT_STYLE: OutputStyle = {
  ...{ name: DEFAULT, text: undefined, problems: [] },
  names: () => Promise.resolve([DEFAULT]),
};

interface StyleFile {
  readonly name: string;
  readonly text: string;
}

type StyleSearch = [
  parts: Pick<SessionParts, 'cwd' | 'permission'>,
  gate: ContextFileGate,
  env: Readonly<Record<string, string | undefined>>,
];

/**
 * The style that the settings name. A project's style takes precedence over the user's of the same name.
 * @param systemPrompt of the caller's own: nothing is added to it
 */
export async function openOutputStyle(
  systemPrompt: string | undefined,
  ...search: StyleSearch
): Promise<OutputStyle> {
  const [{ permission }] = search;
  const named = permission.loaded.setting('outputStyle')?.value;
  const names = async (): Promise<readonly string[]> => namesOf(await readStyles(search, () => {}));
  const none = { ...DEFAULT_STYLE, names };
  if (named === undefined || named.toLowerCase() === DEFAULT || systemPrompt !== undefined) return none;
  const problems: string[] = [];
  const files = await readStyles(search, (problem) => problems.push(problem));
  const found = files.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return { ...found, problems: [], names };
  const file = `.claude/${DIRECTORY}/${basename(named)}.md`;
  const missing = `There is no output style ${JSON.stringify(named)}, which the setting "outputStyle" names. There are: ${namesOf(files).join(', ')}. To add one, write ${file}.`;
  return { ...none, problems: [...problems, missing] };
}

function namesOf(files: readonly StyleFile[]): readonly string[] {
  return [...new Set([DEFAULT, ...files.map(({ name }) => name)])];
}

async function readStyles(
  [{ cwd, permission }, gate, env]: StyleSearch,
  report: (problem: string) => void,
): Promise<readonly StyleFile[]> {
  const { root, userDirectories, readsUser, readsProject } = skillDirectories(cwd, env, permission);
  const projects = readsProject ? ['.sluice', '.claude'].map((name) => join(root, name)) : [];
  const places: readonly (readonly [string, ContextFileScope])[] = [
    ...projects.map((directory) => [directory, { directory: root }] as const),
    ...(readsUser ? userDirectories : []).map((directory) => [directory, 'person'] as const),
  ];
  const files = places.flatMap(([directory, scope]) =>
    markdownIn(join(directory, DIRECTORY)).map((path) => ({ path, scope })),
  );
  const read = await Promise.all(files.map(({ path, scope }) => readStyle(path, scope, gate, report)));
  return read.filter((file) => file !== undefined);
}

async function readStyle(
  path: string,
  scope: ContextFileScope,
  gate: ContextFileGate,
  report: (problem: string) => void,
): Promise<StyleFile | undefined> {
  const file = readContextFile({ path, scope, gate, maxBytes: MAX_BYTES });
  if (file.status === 'left-out') report(`The output style ${path} is not used: ${file.reason}.`);
  if (file.status !== 'read') return undefined;
  const head = await readFrontmatter(file.text);
  if (!head.ok) {
    report(`${path}:${head.problem.line}: ${head.problem.message}`);
    return undefined;
  }
  const { fields, body } = head.frontmatter;
  const name = fields.get('name')?.value;
  return { name: typeof name === 'string' ? name : basename(path, '.md'), text: body };
}

function markdownIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}
