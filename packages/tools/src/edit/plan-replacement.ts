import { encodingOf, fitsLatin1 } from './file-encoding.ts';
import { formatCount } from '../files/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import type { CrlfTwins, EditForm, EditInput } from './edit-schema.ts';
import { explainInFile } from './explain-in-file.ts';
import { type MatchedForm, matchForms } from './match-forms.ts';
import { replaceBytes } from './replace-bytes.ts';

export interface Replacement {
  readonly ok: true;
  readonly after: Buffer;
  /** The part of the old content in which all changes lie, in bytes. */
  readonly changed: { readonly start: number; readonly end: number };
  readonly replacements: number;
  /** 1-based line of the first match. */
  readonly startLine: number;
  readonly form: EditForm;
  /** Where the same text stands with CRLF line ends, which was left as it is. */
  readonly crlfTwins?: CrlfTwins;
}

/** What the edit makes of `before`, or why it doesn't match as it must. */
export function planReplacement(before: Buffer, input: EditInput, path: string): Replacement | Problem {
  const unfit = unfitCharacter(before, input.old_string, input.new_string);
  if (unfit !== undefined) return unfitProblem(unfit, path);
  const matched = matchForms(before, input.old_string, input.new_string);
  if (matched === undefined) return noMatchProblem(before, input, path);
  const { matches, wanted, replacement, form, crlfPlaces, crlfTwins } = matched;
  if (matches.count > 1 && input.replace_all !== true) return ambiguousProblem(matched, path);
  const { bytes, count, end, hasCrlf } = replaceBytes(before, wanted, replacement, crlfPlaces);
  return {
    ok: true,
    after: bytes,
    changed: { start: Math.max(0, matches.first - (crlfPlaces?.lead ?? 0)), end },
    replacements: count,
    startLine: matches.lines[0] ?? 1,
    form: hasCrlf ? WITH_CRLF[form] : form,
    crlfTwins: crlfTwins === undefined ? undefined : { count: crlfTwins.count, lines: crlfTwins.lines },
  };
}

const WITH_CRLF: Readonly<Record<EditForm, EditForm>> = {
  exact: 'crlf',
  crlf: 'crlf',
  latin1: 'latin1-crlf',
  'latin1-crlf': 'latin1-crlf',
};

function unfitProblem(character: string, path: string): Problem {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return problem(
    'not-in-encoding',
    `new_string holds ${JSON.stringify(character)} (U+${number}), for which ${path} has no place: it is in Latin-1. Nothing was written. ` +
      'Leave such characters out, or replace the whole file with Write, which makes it UTF-8.',
  );
}

function noMatchProblem(before: Buffer, input: EditInput, path: string): Problem {
  return problem(
    'no-match',
    `old_string is not in ${path}. ${explainInFile(before, input.old_string, input.new_string)}`,
  );
}

function ambiguousProblem({ matches }: MatchedForm, path: string): Problem {
  const { count, lines } = matches;
  const more = count > lines.length ? ', …' : '';
  return problem(
    'several-matches',
    `old_string is in ${path} ${formatCount(count)} times (lines ${lines.join(', ')}${more}), so it is not clear which is meant. ` +
      'Add lines around it until it is the only one, or set replace_all to change every one.',
  );
}

/** The first character of `newString` that has no place where `oldString` stands, which is in Latin-1; undefined where all have one. */
function unfitCharacter(bytes: Buffer, oldString: string, newString: string): string | undefined {
  if (fitsLatin1(newString) || !fitsLatin1(oldString) || encodingOf(bytes) === 'utf8') return undefined;
  const form = matchForms(bytes, oldString, '')?.form;
  if (form !== 'latin1' && form !== 'latin1-crlf') return undefined;
  return Array.from(newString).find((character) => !fitsLatin1(character));
}
