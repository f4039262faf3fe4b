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
  /** The byte range of the old content that contains all changes. */
  readonly changed: { readonly start: number; readonly end: number };
  readonly replacements: number;
  /** Line of the first match, starting at 1. */
  readonly startLine: number;
  readonly form: EditForm;
  /** Where the same text occurs with CRLF line endings, which was left unchanged. */
  readonly crlfTwins?: CrlfTwins;
}

/** What the edit makes of `before`, or why it doesn't match as required. */
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
    `new_string contains ${JSON.stringify(character)} (U+${number}), which ${path} can't represent: it is Latin-1. Nothing was written. ` +
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
    `old_string occurs ${formatCount(count)} times in ${path} (lines ${lines.join(', ')}${more}), so it is ambiguous. ` +
      'Add surrounding lines to make it unique, or set replace_all to change every one.',
  );
}

/** The first character of `newString` that Latin-1 can't represent, if `oldString` is in a Latin-1 file; undefined if there is none. */
function unfitCharacter(bytes: Buffer, oldString: string, newString: string): string | undefined {
  if (fitsLatin1(newString) || !fitsLatin1(oldString) || encodingOf(bytes) === 'utf8') return undefined;
  const form = matchForms(bytes, oldString, '')?.form;
  if (form !== 'latin1' && form !== 'latin1-crlf') return undefined;
  return Array.from(newString).find((character) => !fitsLatin1(character));
}
