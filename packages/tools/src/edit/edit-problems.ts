import { formatBytes, formatCount } from '../files/text/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import { CHANGE_SIZE_LIMIT } from '../files/size-limit.ts';
import type { EditInput } from './edit-schema.ts';
import { explainInFile } from './explain-in-file.ts';
import type { MatchedForm } from './match-forms.ts';

/** Why an edit can't be made, in the words that a model reads. `explain-no-match.ts` says what is in the file instead. */

export function stringsProblem({ old_string, new_string }: EditInput): Problem | undefined {
  if (old_string === new_string) {
    return problem('no-change', 'old_string and new_string are the same, so there is nothing to change.');
  }
  if (new_string.isWellFormed() && old_string.isWellFormed()) return undefined;
  return problem(
    'broken-text',
    'old_string or new_string contains half of a surrogate pair, which no text file can contain. Use the whole character or leave it out.',
  );
}

export function missingProblem(path: string): Problem {
  return problem(
    'not-found',
    `${path} does not exist, so there is nothing to edit. Check the path, or create the file with an empty old_string or with Write.`,
  );
}

export function notEmptyProblem(path: string): Problem {
  return problem(
    'not-empty',
    `old_string is empty, which creates a new file, but ${path} exists and has content. Give the text to replace, or use Write.`,
  );
}

export function tooLargeProblem(path: string, size: number | bigint): Problem {
  return problem(
    'too-large',
    `${path} is or would be ${formatBytes(size)} large; Edit takes files up to ${formatBytes(CHANGE_SIZE_LIMIT)}. Use a stream editor such as sed.`,
  );
}

export function unfitProblem(character: string, path: string): Problem {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return problem(
    'not-in-encoding',
    `new_string contains ${JSON.stringify(character)} (U+${number}), which ${path} can't represent: it is Latin-1. Nothing was written. ` +
      'Leave such characters out, or replace the whole file with Write, which makes it UTF-8.',
  );
}

export function noMatchProblem(before: Buffer, input: EditInput, path: string): Problem {
  return problem(
    'no-match',
    `old_string is not in ${path}. ${explainInFile(before, input.old_string, input.new_string)}`,
  );
}

export function ambiguousProblem({ count, lines }: MatchedForm['matches'], path: string): Problem {
  const more = count > lines.length ? ', …' : '';
  return problem(
    'several-matches',
    `old_string occurs ${formatCount(count)} times in ${path} (lines ${lines.join(', ')}${more}), so it is ambiguous. ` +
      'Add surrounding lines to make it unique, or set replace_all to change every one.',
  );
}

export const SEVERAL = { code: 'several-matches' };

export function withReason({ code, message }: Problem, { code: matchCode }: Pick<Problem, 'code'>): Problem {
  const how = matchCode === 'several-matches' ? 'more than once' : 'nowhere';
  return problem(code, `${message} (In the current file, old_string occurs ${how}.)`);
}
