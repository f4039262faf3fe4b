import { countOf } from '../files/format.ts';
import type { EditForm, EditOutput } from './edit-schema.ts';

const FORM_TEXTS: Readonly<Record<EditForm, string>> = {
  exact: '',
  crlf: ' The file ends its lines with CRLF, so the new text does too.',
  latin1: ' The file is not UTF-8, so the new text was written as Latin-1.',
  'latin1-crlf':
    ' The file is not UTF-8 and ends its lines with CRLF; the new text was written as Latin-1 with CRLF.',
};

/** What the model is told of an edit. */
export function textForModel({ filePath, replacements, startLine, form }: EditOutput): string {
  if (replacements === 0) return `Created ${filePath}.`;
  const where = replacements === 1 ? `at line ${startLine}` : `the first at line ${startLine}`;
  return `Edited ${filePath}: ${countOf(replacements, 'place')} changed, ${where}.${FORM_TEXTS[form]}`;
}
