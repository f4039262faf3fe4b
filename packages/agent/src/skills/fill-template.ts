import type { PluginDirectories } from '@sluice/base';
import { commandWords, wordText, type ArgumentValues } from './command-arguments.ts';
import type { Skill } from './skill.ts';
import { templateParts, type TemplatePart } from './template-parts.ts';

/**
 * In substitutions, here-documents, arithmetic, and commands within commands, quotes don't keep a value from being source.
 * After a comment, nothing is known of quotes.
 */
const UNSAFE = /<<|`|\$\(|\$\{|\$['"]|\(\(|\[\[|(?:^|[\s;&|(])#|\b(?:eval|let)\b|\s-\w*c\b/;

/** Values of `${CLAUDE_…}` and `${SLUICE_…}`. */
export interface TemplateFacts {
  readonly sessionId: string;
  readonly effort: string;
  readonly skillDirectory: string;
  readonly projectDirectory: string;
  /** Undefined: the skill belongs to no plugin. */
  readonly plugin: PluginDirectories | undefined;
}

/** Facts are no arguments: their values are quoted like those, and they make no command unsafe by their own braces. */
const FACT = /\$\{(?:CLAUDE|SLUICE)_(?:SESSION_ID|EFFORT|SKILL_DIR|PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}/g;

const PLACEHOLDER =
  /\\?\$(?:\{(?:CLAUDE|SLUICE)_(?<fact>SESSION_ID|EFFORT|SKILL_DIR|PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}|ARGUMENTS\[(?<index>\d+)\]|(?<all>ARGUMENTS)\b|(?<number>\d+)(?!\d|[.,]\d|[kMB%])|(?<name>[A-Za-z_]\w*))/g;

/**
 * Substitutes arguments in a skill's text, in a single pass: substituted text is not expanded again. Inside a command,
 * each value is quoted for its position, so arguments are never shell source. Arguments that no placeholder uses are
 * appended.
 */
export function fillTemplate(
  { body, argumentHint, argumentNames }: Pick<Skill, 'body' | 'argumentHint' | 'argumentNames'>,
  args: string,
  facts: TemplateFacts,
  values?: ArgumentValues,
): readonly TemplatePart[] {
  const words = commandWords(args, values).map(wordText);
  const given = values === undefined ? args : words.join(' ');
  const takesNumbers =
    argumentHint !== undefined || argumentNames.length > 0 || /(?<!\\)\$ARGUMENTS\b/.test(body);
  const first = takesNumbers && /(?<!\\)\$0(?!\d|[.,]\d|[kMB%])/.test(body) ? 0 : 1;
  const taken = new Set<number>();
  let takesAll = false;

  /** Undefined: this is not a placeholder, or nothing was given for it. */
  const valueOf = (groups: Groups): readonly string[] | undefined => {
    const { fact, index, all, number, name } = groups;
    if (fact !== undefined) {
      const value = factOf(facts, fact);
      return value === undefined ? undefined : [value];
    }
    if (all !== undefined) {
      takesAll = true;
      return words;
    }
    if (name !== undefined) {
      const at = argumentNames.indexOf(name);
      if (at === -1) return undefined;
      taken.add(at);
      return [words[at] ?? ''];
    }
    if (number !== undefined && !takesNumbers) return undefined;
    const at = number === undefined ? Number(index) : Number(number) - first;
    const word = words[at];
    if (word === undefined) return undefined;
    taken.add(at);
    return [word];
  };

  const fillText = (text: string): string =>
    text.replaceAll(PLACEHOLDER, (...match) => {
      const [whole, groups] = readMatch(match);
      const isLiteral = whole.startsWith('\\');
      if (isLiteral) return isPlaceholder(groups, takesNumbers, argumentNames) ? whole.slice(1) : whole;
      if (groups.all !== undefined) {
        takesAll = true;
        return given;
      }
      return valueOf(groups)?.join(' ') ?? whole;
    });

  const parts = templateParts(body).map(({ kind, text }): TemplatePart => {
    if (kind === 'text') return { kind, text: fillText(text) };
    const filled = fillCommand(text, valueOf);
    return {
      kind: filled !== text && UNSAFE.test(text.replaceAll(FACT, 'x')) ? 'unsafe' : 'command',
      text: filled,
    };
  });
  const rest = takesAll ? [] : words.filter((_, at) => !taken.has(at));
  if (rest.length === 0) return parts;
  const left = taken.size === 0 ? given.trim() : rest.join(' ');
  return [...parts, { kind: 'text', text: `\n\nARGUMENTS: ${left}` }];
}

type Groups = Readonly<Partial<Record<'fact' | 'index' | 'all' | 'number' | 'name', string>>>;

function readMatch(match: readonly unknown[]): readonly [string, Groups] {
  const groups: unknown = match.at(-1);
  return [String(match[0]), isGroups(groups) ? groups : {}];
}

function isGroups(value: unknown): value is Groups {
  return typeof value === 'object' && value !== null;
}

function isPlaceholder(groups: Groups, takesNumbers: boolean, names: readonly string[]): boolean {
  if (groups.name !== undefined) return names.includes(groups.name);
  return groups.number === undefined || takesNumbers;
}

function factOf(facts: TemplateFacts, fact: string): string | undefined {
  switch (fact) {
    case 'SESSION_ID':
      return facts.sessionId;
    case 'EFFORT':
      return facts.effort;
    case 'SKILL_DIR':
      return facts.skillDirectory;
    case 'PLUGIN_ROOT':
      return facts.plugin?.root;
    case 'PLUGIN_DATA':
      return facts.plugin?.data;
    default:
      return facts.projectDirectory;
  }
}

/** Puts values into a command: quoted as a word, or escaped where the author's double quotes are around them. */
function fillCommand(command: string, valueOf: (groups: Groups) => readonly string[] | undefined): string {
  let filled = '';
  let quote = '';
  for (let at = 0; at < command.length;) {
    const char = command.charAt(at);
    PLACEHOLDER.lastIndex = at;
    const match = char === '$' && quote !== "'" ? PLACEHOLDER.exec(command) : null;
    const values = match?.index === at ? valueOf(match.groups ?? {}) : undefined;
    if (match !== null && values !== undefined) {
      filled +=
        quote === '"'
          ? values.join(' ').replaceAll(/["\\$`]/g, String.raw`\$&`)
          : values.map(quoted).join(' ');
      at += match[0].length;
      continue;
    }
    if (char === '\\' && quote !== "'") {
      filled += command.slice(at, at + 2);
      at += 2;
      continue;
    }
    if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
    filled += char;
    at += 1;
  }
  PLACEHOLDER.lastIndex = 0;
  return filled;
}

/** Words that no shell reads anything into stay as they are, so that rules for the command are easy to write. */
function quoted(value: string): string {
  return /^[\w./:@,+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
