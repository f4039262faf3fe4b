import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { nearestName } from './nearest-name.ts';

type Config<Options extends ParseArgsOptionsConfig> = {
  readonly args: string[];
  readonly options: Options;
  readonly allowPositionals: true;
  readonly strict: true;
};

export type CommandLine<Options extends ParseArgsOptionsConfig> =
  | { readonly ok: true; readonly parsed: ReturnType<typeof parseArgs<Config<Options>>> }
  | { readonly ok: false; readonly message: string };

/** Parses a command's arguments; what is wrong comes back in one line. */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
): CommandLine<Options> {
  const unknown = unknownOption(args, options);
  if (unknown !== undefined) return { ok: false, message: unknown };
  try {
    return {
      ok: true,
      parsed: parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
    };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? oneLine(error.message) : String(error) };
  }
}

function unknownOption(args: readonly string[], options: ParseArgsOptionsConfig): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const nearest = nearestName(token.name, Object.keys(options));
    return `unknown option ${token.rawName}${nearest === undefined ? '' : `; did you mean --${nearest}?`}`;
  }
  return undefined;
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
