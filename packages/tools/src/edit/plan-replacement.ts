import { formatCount } from '../files/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import type { EditForm, EditInput } from './edit-schema.ts';
import { explainNoMatch } from './explain-no-match.ts';
import { encodingOf } from './file-encoding.ts';
import { matchForms, type MatchedForm } from './match-forms.ts';
import { replaceBytes } from './replace-bytes.ts';

/** Bytes above which a file isn't searched for something like the text that was not found: 4 MiB. */
const EXPLAIN_LIMIT = 4 * 1024 * 1024;

export interface Replacement {
  readonly ok: true;
  readonly after: Buffer;
  /** The part of the old content in which all changes lie, in bytes. */
  readonly changed: { readonly start: number; readonly end: number };
  readonly replacements: number;
  /** 1-based line of the first match. */
  readonly startLine: number;
  readonly form: EditForm;
}

/** What the edit makes of `before`, or why it doesn't match as it must. */
export function planReplacement(before: Buffer, input: EditInput, path: string): Replacement | Problem {
  const matched = matchForms(before, input.old_string, input.new_string);
  if (matched === undefined) return noMatchProblem(before, input, path);
  const { matches, wanted, replacement, form } = matched;
  if (matches.count > 1 && input.replace_all !== true) return ambiguousProblem(matched, path);
  const { bytes, count, end } = replaceBytes(before, wanted, replacement);
  const changed = { start: matches.first, end };
  return { ok: true, after: bytes, changed, replacements: count, startLine: matches.lines[0] ?? 1, form };
}

function noMatchProblem(before: Buffer, input: EditInput, path: string): Problem {
  return problem('no-match', `old_string is not in ${path}. ${explanation(before, input)}`);
}

function explanation(before: Buffer, { old_string, new_string }: EditInput): string {
  if (before.length === 0) return 'The file is empty.';
  if (before.length > EXPLAIN_LIMIT)
    return 'Find the place with Grep, read it, and copy the text from there.';
  const text = before.toString(encodingOf(before) === 'latin1' ? 'latin1' : 'utf8');
  return explainNoMatch(text, old_string, new_string);
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
