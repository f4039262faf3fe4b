import { formatCount } from '../files/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import type { EditForm, EditInput } from './edit-schema.ts';
import { explainInFile } from './explain-in-file.ts';
import { matchForms, type MatchedForm } from './match-forms.ts';
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
