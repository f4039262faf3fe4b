import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { nearestName } from '@sluice/base';

type Config<Options extends ParseArgsOptionsConfig> = {
  readonly args: string[];
  readonly options: Options;
  readonly allowPositionals: true;
  readonly strict: true;
};

type CommandLine<Options extends ParseArgsOptionsConfig> =
  | { readonly ok: true; readonly parsed: ReturnType<typeof parseArgs<Config<Options>>> }
  | { readonly ok: false; readonly message: string };

/**
 * Parses a command's arguments; returns an error in one line. `expected` describes the value of each option. A value
 * that starts with a dash is only accepted if it is a number or follows a `=`.
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  expected: Readonly<Record<string, string>> = {},
): CommandLine<Options> {
  const prepared = prepare(args, options, expected);
  if (!prepared.ok) return prepared;
  try {
    const parsed = parseArgs({ args: prepared.args, options, allowPositionals: true, strict: true });
    return { ok: true, parsed };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? oneLine(error.message) : String(error) };
  }
}

type Prepared =
  | { readonly ok: true; readonly args: string[] }
  | { readonly ok: false; readonly message: string };

/** Reports in our own words what Node's parser would reject, and joins negative numbers to their options. */
function prepare(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  expected: Readonly<Record<string, string>>,
): Prepared {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const prepared = [...args];
  for (const token of tokens.toReversed()) {
    if (token.kind !== 'option') continue;
    const { name, value, inlineValue: isInline } = token;
    const isText = Object.hasOwn(options, name) && options[name]?.type === 'string';
    if (isText && isInline === false && /^-\d/.test(value)) {
      prepared.splice(token.index, 2, `--${name}=${value}`);
    }
  }
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue: isInline } = token;
    if (!Object.hasOwn(options, name)) return { ok: false, message: unknownOption(rawName, name, options) };
    const takesValue = options[name]?.type === 'string';
    if (!takesValue && value !== undefined) return { ok: false, message: `${rawName} takes no value` };
    const looksLikeOption = isInline === false && /^-[^\d]/.test(value);
    if (takesValue && (value === undefined || looksLikeOption)) {
      const hint = Object.hasOwn(expected, name) ? `: ${expected[name]}` : '';
      return { ok: false, message: `${rawName} needs a value${hint}` };
    }
  }
  return { ok: true, args: prepared };
}

function unknownOption(rawName: string, name: string, options: ParseArgsOptionsConfig): string {
  const nearest = nearestName(name, Object.keys(options));
  return `unknown option ${rawName}${nearest === undefined ? '' : `; did you mean --${nearest}?`}`;
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
