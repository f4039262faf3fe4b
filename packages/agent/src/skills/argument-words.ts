import { isWordToken, parseWords } from '@sluice/shell/words';

/** What a shell would act on. In the arguments of a command it is text. */
const OPERATOR = /[|&;<>()*?#]/;
const BLANKS = /[ \t\r\n]+/;

/**
 * Splits the arguments of a slash command into words: quotes and backslashes work as in a shell, and everything else is
 * text. A quote that is never closed, as in `don't`, is text too.
 *
 * With `environment`, variables that it has are replaced, options with `=` become two words, and objects stay objects:
 * `--config=$CONFIG` is `--config` and the object. Other variables stay as written.
 */
export function argumentWords(args: string): readonly string[];
export function argumentWords<Value extends object>(
  args: string,
  environment: Readonly<Record<string, Value | string>>,
): readonly (Value | string)[];
export function argumentWords<Value extends object>(
  args: string,
  environment?: Readonly<Record<string, Value | string>>,
): readonly (Value | string)[] {
  const isKnown = (name: string): boolean => environment !== undefined && Object.hasOwn(environment, name);
  const line = literalText(args, isKnown);
  if (line === undefined) return args.split(BLANKS).filter((word) => word !== '');
  const valueOf = (name: string): Value | string | undefined => environment?.[name];
  try {
    const words = parseWords<Value>(line, valueOf, { splitOptions: environment !== undefined });
    return words.flatMap((word): readonly (Value | string)[] => {
      if (typeof word === 'string') return environment === undefined ? [word] : splitOption(word);
      if (!isWordToken(word)) return [word];
      return 'pattern' in word ? [word.pattern] : [];
    });
  } catch {
    // A `${` that never ends.
    return args.split(BLANKS).filter((word) => word !== '');
  }
}

function splitOption(word: string): readonly string[] {
  const match = /^(--[A-Za-z][\w-]*)=(.*)$/s.exec(word);
  return match === null ? [word] : [match[1] ?? word, match[2] ?? ''];
}

/** The name behind a `$`, with or without braces. */
function variableAt(args: string, at: number): string {
  const [, braced, plain = ''] = /^\$(?:\{(\w+)\}|(\w*))/.exec(args.slice(at, at + 256)) ?? [];
  return braced ?? plain;
}

/** With backslashes before operators, and before variables that aren't known. Undefined: a quote is never closed. */
function literalText(args: string, isKnown: (name: string) => boolean): string | undefined {
  let line = '';
  let quote = '';
  for (let at = 0; at < args.length; at += 1) {
    const char = args.charAt(at);
    if (char === '\\' && quote !== "'") {
      line += char + args.charAt(at + 1);
      at += 1;
    } else if (char === '$' && quote !== "'" && !isKnown(variableAt(args, at))) {
      line += '\\$';
    } else if (quote !== '') {
      if (char === quote) quote = '';
      line += char;
    } else {
      if (char === '"' || char === "'") quote = char;
      line += OPERATOR.test(char) ? `\\${char}` : char;
    }
  }
  return quote === '' ? line : undefined;
}
