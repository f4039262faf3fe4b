import { encodingOf, fitsLatin1 } from './file-encoding.ts';
import type { Problem } from '../files/problem.ts';
import { ambiguousProblem, noMatchProblem, unfitProblem } from './edit-problems.ts';
import type { CrlfTwins, EditForm, EditInput } from './edit-schema.ts';
import { matchForms } from './match-forms.ts';
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
  if (matches.count > 1 && input.replace_all !== true) return ambiguousProblem(matches, path);
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

/** The first character of `newString` that Latin-1 can't represent, if `oldString` is in a Latin-1 file; undefined if there is none. */
function unfitCharacter(bytes: Buffer, oldString: string, newString: string): string | undefined {
  if (fitsLatin1(newString) || !fitsLatin1(oldString) || encodingOf(bytes) === 'utf8') return undefined;
  const form = matchForms(bytes, oldString, '')?.form;
  if (form !== 'latin1' && form !== 'latin1-crlf') return undefined;
  return Array.from(newString).find((character) => !fitsLatin1(character));
}
