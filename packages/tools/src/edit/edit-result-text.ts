import { countOf, formatCount } from '../files/text/format.ts';
import type { CrlfTwins, EditForm, EditOutput, SeenState } from './edit-schema.ts';

const FORM_TEXTS: Readonly<Record<EditForm, string>> = {
  exact: '',
  crlf: ' Where the file has CRLF line endings, so does the new text.',
  latin1: ' The file is not UTF-8, so the new text was written as Latin-1.',
  'latin1-crlf':
    ' The file is not UTF-8 and has CRLF line endings; the new text was written as Latin-1 with CRLF.',
};

const SEEN_TEXTS: Readonly<Record<SeenState, string>> = {
  whole: '',
  'not-read':
    ' The file had not been read in this session; the edit was made because old_string occurs in it only once. Read it before you rely on the rest.',
  'partly-read':
    ' Only a part of the file had been read; the edit was made because old_string occurs in it only once.',
  'rest-not-read':
    ' The file has not been read completely in its current state; the edit was made because old_string occurs in it only once. Read it before you rely on the rest.',
  changed:
    ' The file has other changes too, made since you last read or wrote it; they were kept. Read it again before you rely on the rest.',
};

/** The result of an edit for the model. */
export function textForModel({
  filePath,
  replacements,
  startLine,
  form,
  encoding,
  crlfTwins,
  seen,
}: EditOutput): string {
  if (replacements === 0) return `Created ${filePath}.`;
  const where = replacements === 1 ? `at line ${startLine}` : `the first at line ${startLine}`;
  const kept = encoding === undefined ? '' : ' The file stays in UTF-16.';
  return `Edited ${filePath}: ${countOf(replacements, 'place')} changed, ${where}.${FORM_TEXTS[form]}${twinsText(crlfTwins)}${kept}${SEEN_TEXTS[seen]}`;
}

function twinsText(twins: CrlfTwins | undefined): string {
  if (twins === undefined) return '';
  const { count, lines } = twins;
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
  return ` The file mixes line endings: old_string occurs in it ${count === 1 ? 'once' : `${formatCount(count)} times`} more with CRLF (${where}), which was left unchanged. To change that too, pass old_string with CRLF.`;
}
