import type { Script, Word, WordPart } from '../tree.ts';
import { asPattern, HOLE } from './marks.ts';
import { expandParameter } from './parameter.ts';
import { variable, type Shell, type Values } from './shell.ts';

/** What the commands of a substitution print, as far as it is known. */
export type Printed = (shell: Shell, script: Script) => string;

/** The words that these become. */
export function expandWords(shell: Shell, words: readonly Word[], printed: Printed): Values {
  return words.flatMap((word) => expandWord(shell, word, printed));
}

/** The one text that a word becomes where nothing is split: in an assignment, or behind a redirection. */
export function textOfWord(shell: Shell, word: Word, printed: Printed): string {
  if (word.literal !== undefined) return word.literal;
  const parts = word.parts.map((part) => asQuoted(part));
  return expandWord(shell, { ...word, parts }, printed).join(' ');
}

function asQuoted(part: WordPart): WordPart {
  return 'isQuoted' in part ? { ...part, isQuoted: true } : part;
}

function expandWord(shell: Shell, word: Word, printed: Printed): Values {
  if (word.literal !== undefined) return [word.literal];
  const fields: string[] = [];
  let current: string | undefined;
  const join = (text: string): void => void (current = (current ?? '') + text);
  const end = (): void => {
    if (current !== undefined) fields.push(current);
    current = undefined;
  };
  const separators = variable(shell, 'IFS')?.[0] ?? ' \t\n';
  const split = (text: string): void => {
    const pieces = splitAt(asPattern(text), separators);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) end();
      if (piece !== '') join(piece);
    }
  };
  const textOf = (operand: Word): string => textOfWord(shell, operand, printed);
  let lists: Values = [''];
  for (const part of word.parts) {
    switch (part.type) {
      case 'literal':
        join(part.value);
        break;
      case 'glob':
        join(asPattern(part.pattern));
        break;
      case 'tilde':
        join(homeOf(shell, part.user));
        break;
      case 'parameter': {
        const { values, isJoined } = expandParameter(shell, part, textOf);
        const one = isJoined && part.isQuoted ? [values.join(' ')] : values;
        for (const [index, value] of one.entries()) {
          if (index > 0) end();
          if (part.isQuoted) join(value);
          else split(value);
        }
        break;
      }
      case 'command-substitution': {
        const text = printed(shell, part.script).replaceAll('\0', '').replace(/\n+$/u, '');
        if (part.isQuoted) join(text);
        else split(text);
        break;
      }
      case 'process-substitution':
        join(substitutedFile(shell, part.script, printed));
        break;
      case 'braces':
        lists = lists.flatMap((list) =>
          listOf(shell, part.source).map((one) => list + (current ?? '') + one),
        );
        current = undefined;
        break;
      case 'arithmetic':
        join(HOLE);
        break;
      default:
        return part satisfies never;
    }
  }
  end();
  const isList = lists.length > 1 || lists[0] !== '';
  return isList ? lists.map((list) => list + fields.join(' ')) : fields;
}

function homeOf({ world, cwd }: Shell, user: string): string {
  if (user === '') return world.context.home ?? HOLE;
  return user === '+' ? (cwd ?? HOLE) : HOLE;
}

/** `{a,b}` without anything inside that is expanded later; others are not known. */
function listOf(shell: Shell, source: string): Values {
  if (!/^\{[^{}$`'"\\]*,[^{}$`'"\\]*\}$/u.test(source)) return [HOLE];
  return source
    .slice(1, -1)
    .split(',')
    .map((one) => asPattern(one.replace(/^~(?=\/|$)/u, () => homeOf(shell, ''))));
}

function splitAt(text: string, separators: string): Values {
  if (separators === '' || separators.includes(HOLE)) return [text];
  const escaped = separators.replaceAll(/[\\\]^-]/gu, String.raw`\$&`);
  return text.split(new RegExp(`[${escaped}]+`, 'u'));
}

function substitutedFile(shell: Shell, script: Script, printed: Printed): string {
  const { files } = shell.world;
  const path = `/dev/fd/substituted-${files.size}`;
  files.set(path, printed(shell, script));
  return path;
}
