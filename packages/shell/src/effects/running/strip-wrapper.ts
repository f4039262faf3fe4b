import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { options, skipOptions, type RunnerOptions } from '../../tables/runners/options.ts';

interface Wrapper extends RunnerOptions {
  /** The one word between the options and the command. */
  readonly operand?: RegExp;
  /** Other options that it understands. */
  readonly isOption?: RegExp;
}

/** Programs and words of the shell that run the command after them as it is: rules see that command. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'timeout',
    {
      ...options('--preserve-status --foreground -v --verbose', '-k --kill-after -s --signal'),
      operand: /^(?:\d+(?:\.\d*)?|\.\d+)[smhd]?$/u,
    },
  ],
  ['time', options('')],
  ['nice', { ...options('', '-n --adjustment'), isOption: /^-\d+$/u }],
  ['nohup', options('')],
  ['stdbuf', options('', '-i --input -o --output -e --error')],
  ['command', options('-p')],
  ['builtin', options('')],
  ['noglob', options('')],
]);

/** Where the system keeps its programs. */
export const TRUSTED = /^\/(?:usr\/)?(?:local\/)?s?bin\//u;

/** The command that a wrapper runs; undefined where these words are not wrapper, or one with options that aren't listed. */
export function stripWrapper(items: readonly Item[]): readonly Item[] | undefined {
  const wrapper = wrapperOf(items);
  if (wrapper === undefined) return undefined;
  let start = 1;
  while (wrapper.isOption?.test(textOf(items[start]) ?? '') === true) start += 1;
  const skipped = skipOptions(argumentsOf(items), start, wrapper);
  if (skipped === undefined) return undefined;
  let { next } = skipped;
  if (wrapper.operand !== undefined) {
    if (!wrapper.operand.test(textOf(items[next]) ?? '')) return undefined;
    next += 1;
  }
  return next < items.length ? items.slice(next) : undefined;
}

/** A wrapper that was not stripped may still run whatever comes after it. */
export function isWrapper(items: readonly Item[]): boolean {
  return wrapperOf(items) !== undefined && !isQuestion(items);
}

/** `command -v x` says where x is. */
function isQuestion(items: readonly Item[]): boolean {
  return textOf(items[0]) === 'command' && /^-p*[vV]/u.test(textOf(items[1]) ?? '');
}

function wrapperOf(items: readonly Item[]): Wrapper | undefined {
  const name = items[0]?.isLiteral === true ? textOf(items[0]) : undefined;
  return name === undefined ? undefined : WRAPPERS.get(name.replace(TRUSTED, ''));
}
