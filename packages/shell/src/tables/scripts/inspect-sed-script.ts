import { scanRegularExpression } from './scan-regular-expression.ts';

const WITHOUT_ARGUMENT = new Set('=dDgGhHnNpPxzF');
const WITH_LABEL = new Set(':btT');
const WITH_TEXT = new Set('aic');
const WITH_NUMBER = new Set('qQlL');

/**
 * Why a script of sed may do more than print what it is given; undefined: it can't. Of all commands r, R, w, W and e, and
 * the flags w and e of s, reach beyond the input. Where programs read a script differently, it isn't accepted.
 */
export function inspectSedScript(script: string): string | undefined {
  let at = 0;
  let lastLabelEnd: number | undefined;

  while (at < script.length) {
    const separators = skip(script, at, /[ \t\n;}]*/y);
    const command = skipAddresses(script, separators);
    if (command === undefined) return 'an address of sed that is not read alike everywhere';
    const letter = script[command];
    if (letter === undefined) return undefined;
    at = command + 1;
    if (letter === '{') continue;
    if (letter === '#') {
      at = lineEnd(script, at);
      continue;
    }
    if (WITH_TEXT.has(letter)) {
      const end = textEnd(script, at);
      if (end === undefined) return 'a text of sed that is not read alike everywhere';
      at = end;
      continue;
    }
    if (WITH_LABEL.has(letter)) {
      const end = skip(script, at, /[ \t]*[\w.-]*/y);
      // Programs differ on which other characters belong to a label, and what follows it is a command to some of them.
      at = skip(script, end, /[ \t]*\}[ \t}]*/y);
      const isClosed = at !== end;
      if (at < script.length && !(isClosed ? /[\n;]/ : /[ \t\n;]/).test(script[at] ?? ''))
        return 'a label of sed that is not read alike everywhere';
      if (at < script.length && script[at] !== '\n') lastLabelEnd ??= at;
      continue;
    }
    const end = argumentEnd(script, at, letter);
    if (end === undefined) return `${letter} of sed is not listed, or not in this form`;
    at = skip(script, end, /[ \t]*/y);
    if (at < script.length && !/[\n;}#]/.test(script[at] ?? ''))
      return `${letter} of sed with more behind it`;
  }
  // A label reaches to the end of its line in older programs, and what follows on later lines would shift.
  if (lastLabelEnd !== undefined && script.includes('\n', lastLabelEnd)) {
    return 'a label of sed that is not read alike everywhere';
  }
  return undefined;
}

function argumentEnd(script: string, at: number, letter: string): number | undefined {
  if (WITHOUT_ARGUMENT.has(letter)) return at;
  if (WITH_NUMBER.has(letter)) return skip(script, at, /[ \t]*\d*/y);
  if (letter !== 's' && letter !== 'y') return undefined;
  const delimiter = script[at];
  if (delimiter === undefined || !/[!-~]/.test(delimiter) || /[\\;[\]]/.test(delimiter)) return undefined;
  const middle =
    letter === 's'
      ? scanRegularExpression(script, at + 1, delimiter)
      : replacementEnd(script, at + 1, delimiter);
  const end = middle === undefined ? undefined : replacementEnd(script, middle + 1, delimiter);
  if (end === undefined) return undefined;
  return letter === 's' ? skip(script, end + 1, /[gpiImM\d]*/y) : end + 1;
}

function replacementEnd(script: string, at: number, delimiter: string): number | undefined {
  for (let index = at; index < script.length; index += 1) {
    const character = script[index];
    if (character === delimiter) return index;
    if (character === '\n') return undefined;
    if (character === '\\') index += 1;
  }
  return undefined;
}

/** `1`, `$`, `2~3`, `/re/I`, `\,re,`, two of them, `!`; the place of the command. */
function skipAddresses(script: string, start: number): number | undefined {
  let at = skipAddress(script, start);
  if (at === undefined) return undefined;
  if (at !== start) {
    const comma = skip(script, at, /[ \t]*/y);
    if (script[comma] === ',') {
      const second = skip(script, comma + 1, /[ \t]*/y);
      at = skipAddress(script, second);
      if (at === undefined || at === second) return undefined;
    }
  }
  return skip(script, at, /[ \t!]*/y);
}

function skipAddress(script: string, at: number): number | undefined {
  const character = script[at];
  if (character === '/' || character === '\\') {
    const first = character === '/' ? at : at + 1;
    const delimiter = script[first];
    if (delimiter === undefined || !/[!-~]/.test(delimiter) || /[\\[\]]/.test(delimiter)) return undefined;
    const end = scanRegularExpression(script, first + 1, delimiter);
    return end === undefined ? undefined : skip(script, end + 1, /[IM]*/y);
  }
  return skip(script, at, /\$|[+~]?\d+(?:~\d+)?|/y);
}

/** Where the text of a, i or c ends. Backslashes in a row are counted from different places. */
function textEnd(script: string, at: number): number | undefined {
  for (let index = at; index < script.length; index += 1) {
    if (script[index] === '\n') return index;
    if (script[index] !== '\\') continue;
    if (script[index + 1] === '\\') return undefined;
    index += 1;
  }
  return script.length;
}

function lineEnd(script: string, at: number): number {
  const end = script.indexOf('\n', at);
  return end === -1 ? script.length : end;
}

/** Past what the sticky expression matches at the place. */
function skip(script: string, at: number, sticky: RegExp): number {
  sticky.lastIndex = at;
  return at + (sticky.exec(script)?.[0].length ?? 0);
}
