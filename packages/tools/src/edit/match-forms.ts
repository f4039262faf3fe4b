import { crlfPlacesOf, type CrlfPlaces } from './crlf-places.ts';
import { encodingOf, fitsLatin1, type FileEncoding } from './file-encoding.ts';
import { findMatches, type Matches } from './find-matches.ts';
import type { EditForm } from './edit-schema.ts';
import { isLf, toCrlf } from './line-ends.ts';

export interface MatchedForm {
  readonly form: EditForm;
  readonly wanted: Buffer;
  readonly replacement: Buffer;
  readonly matches: Matches;
  /** If `form` has the strings as given: the matches that need CRLF line endings anyway. */
  readonly crlfPlaces?: CrlfPlaces;
  /** Where the same text occurs with CRLF, if it matched as given. */
  readonly crlfTwins?: Matches;
}

/**
 * Finds `oldString` in the file as is, or else in the only other forms in which Read shows the same text: with CRLF where the strings
 * have LF, and as Latin-1 if the file is not UTF-8. Never anything looser. Undefined if nothing matches.
 */
export function matchForms(bytes: Buffer, oldString: string, newString: string): MatchedForm | undefined {
  const encoding = encodingOf(bytes);
  for (const charset of charsetsFor(encoding, oldString, newString)) {
    const plain = tryForm(bytes, charset === 'utf8' ? 'exact' : 'latin1', charset, oldString, newString);
    const crlf = isLf(oldString)
      ? tryForm(bytes, crlfForm(charset), charset, toCrlf(oldString), toCrlf(newString))
      : undefined;
    if (plain === undefined) {
      if (crlf !== undefined) return crlf;
      continue;
    }
    // A string that starts with LF also matches inside CRLF. If it occurs nowhere else, the file has CRLF there.
    const isRestOfCrlf = oldString.lastIndexOf('\n') === 0;
    if (isRestOfCrlf && crlf !== undefined && crlf.matches.count === plain.matches.count) return crlf;
    const crlfPlaces = crlfPlacesOf(bytes, plain.wanted, oldString, newString, charset);
    return {
      ...plain,
      crlfPlaces,
      crlfTwins: crlf !== undefined && !isRestOfCrlf ? crlf.matches : undefined,
    };
  }
  return undefined;
}

type Charset = 'utf8' | 'latin1';

/** In the order in which they are tried. ASCII is the same in both, so the file's own encoding comes first. */
function charsetsFor(encoding: FileEncoding, oldString: string, newString: string): readonly Charset[] {
  if (encoding === 'utf8' || !fitsLatin1(oldString) || !fitsLatin1(newString)) return ['utf8'];
  return encoding === 'latin1' ? ['latin1', 'utf8'] : ['utf8', 'latin1'];
}

function tryForm(
  bytes: Buffer,
  form: EditForm,
  charset: Charset,
  oldString: string,
  newString: string,
): MatchedForm | undefined {
  const wanted = Buffer.from(oldString, charset);
  const matches = findMatches(bytes, wanted);
  return matches.count === 0
    ? undefined
    : { form, wanted, replacement: Buffer.from(newString, charset), matches };
}

function crlfForm(charset: Charset): EditForm {
  return charset === 'utf8' ? 'crlf' : 'latin1-crlf';
}
