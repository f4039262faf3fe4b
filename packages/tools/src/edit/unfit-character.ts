import { encodingOf, fitsLatin1 } from './file-encoding.ts';
import { matchForms } from './match-forms.ts';

/** The first character of `newString` that has no place where `oldString` stands, which is in Latin-1; undefined where all have one. */
export function unfitCharacter(bytes: Buffer, oldString: string, newString: string): string | undefined {
  if (fitsLatin1(newString) || !fitsLatin1(oldString) || encodingOf(bytes) === 'utf8') return undefined;
  const form = matchForms(bytes, oldString, '')?.form;
  if (form !== 'latin1' && form !== 'latin1-crlf') return undefined;
  return Array.from(newString).find((character) => !fitsLatin1(character));
}
