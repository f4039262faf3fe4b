import type { Command, Script, Word, WordPart } from '../../tree.ts';
import { isLineFilter } from './line-filter.ts';
import type { Binding, Bindings, WordBinding } from './bindings.ts';

/**
 * Where the path that a word becomes may lead: it has no slash; it lies below the directory of the command; it has a name
 * of its own somewhere; or it may be any directory, such as the home directory.
 */
export type Reach = 'name' | 'relative' | 'below' | 'anywhere';

const ORDER: readonly Reach[] = ['name', 'relative', 'below', 'anywhere'];

export interface ReachContext {
  /** Of this shell first, then of those that run it. */
  readonly bindings: readonly Bindings[];
  /** See `State`. */
  readonly latest: ReadonlyMap<string, Parts>;
  /** Directories that may not be removed, with those that contain them. */
  readonly kept: readonly string[];
}

type Parts = readonly WordPart[];

/** Whether a word of a removal depends on what the script itself gives a variable, and may be any directory for it. */
export function mayReachAnywhere({ parts }: Word, context: ReachContext): boolean {
  const isBound = parts.some(
    (part) => part.type === 'parameter' && bindingsOfName(part.name, context).length > 0,
  );
  return isBound && reachOf(parts, 'assignment', context, new Set()) === 'anywhere';
}

function reachOf(parts: Parts, from: WordBinding['from'], context: ReachContext, seen: Set<string>): Reach {
  const holes: Reach[] = [];
  let text = '';
  let prefix: string | undefined;
  let suffix = '';
  for (const part of parts) {
    if (part.type === 'literal') {
      text += part.value;
      suffix += part.value;
      continue;
    }
    prefix ??= text;
    suffix = '';
    holes.push(part.type === 'glob' && from === 'loop' ? 'name' : reachOfPart(part, context, seen));
    text += 'x';
  }
  if (prefix === undefined) return reachOfText(text, context);
  const hasGlob = parts.some(({ type }) => type === 'glob');
  const isPlainGlob = from === 'loop' && hasGlob && !/^\/|\.\./u.test(text);
  const worst = worstOf(holes);
  if (worst === 'name' && !hasGlob)
    return isAbove(prefix.slice(0, prefix.lastIndexOf('/')), context) && !/\/[^/]/u.test(suffix)
      ? 'anywhere'
      : reachOfText(text, context);
  if (isPlainGlob && ORDER.indexOf(worst) <= 1) return 'relative';
  const [first] = holes;
  const isStart = prefix === '';
  // Empty, it leaves the root.
  const isOnlySlashes = isStart && holes.length === 1 && /^\/[/.]*$/u.test(text.slice(1));
  if (isOnlySlashes && parts.some((part) => part.type !== 'literal' && mayBeEmpty(part, context, seen)))
    return 'anywhere';
  if (!isStart && !prefix.startsWith('/') && ['name', 'relative'].includes(reachOfText(prefix, context)))
    return 'relative';
  if (isStart && worst === 'relative' && !hasGlob && reachOfText(text, context) !== 'anywhere')
    return 'relative';
  if (/\/[^/]/u.test(suffix) && isOwnName(suffix, context)) return 'below';
  if (isStart && holes.length === 1 && first === 'below' && !/\.\.|^\//u.test(suffix.replace(/\/+$/u, '')))
    return 'below';
  if (
    /^(?:\/(?:private\/)?(?:var\/)?tmp\/|\/[^/]+\/[^/]+)/u.test(prefix) &&
    !isAbove(prefix, context) &&
    !hasGlob
  )
    return 'below';
  return 'anywhere';
}

/** Nothing in the line gives the variable a value, so that no one may have. */
export function mayBeEmpty(
  part: WordPart,
  context: Pick<ReachContext, 'bindings'>,
  seen: ReadonlySet<string>,
): boolean {
  if (part.type === 'literal') return part.value === '';
  if (part.type !== 'parameter' || /^:?[-=?]/u.test(part.operation)) return false;
  const { name } = part;
  if (COUNTERS.test(name) || seen.has(name)) return false;
  const inner = new Set(seen).add(name);
  const values = bindingsOfName(name, context);
  return values.every(
    (one) => one.kind === 'word' && one.parts.every((inside) => mayBeEmpty(inside, context, inner)),
  );
}

/** The end of a path that names something which is neither kept nor a directory of the system. */
function isOwnName(suffix: string, { kept }: ReachContext): boolean {
  const segments = suffix.split('/').filter((one) => one !== '' && one !== '.');
  const last = segments.at(-1) ?? '';
  return (
    !segments.includes('..') &&
    last !== '' &&
    !OF_SYSTEM.test(last) &&
    !kept.some((one) => one.split('/').includes(last))
  );
}

const OF_SYSTEM =
  /^(?:bin|boot|dev|etc|home|lib\d*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|private|Users|System|Library|Applications)$/u;

function reachOfText(text: string, context: ReachContext): Reach {
  const segments = text.split('/').filter((one) => one !== '' && one !== '.');
  if (text === '') return 'name';
  if (segments.length === 0) return 'anywhere';
  if (segments.at(-1) === '..' || text.startsWith('~')) return 'anywhere';
  if (segments.includes('..'))
    return isOwnName(segments.slice(segments.lastIndexOf('..') + 1).join('/'), context)
      ? 'below'
      : 'anywhere';
  if (text.startsWith('/'))
    return segments.length < 2 || isAbove(`/${segments.join('/')}`, context) ? 'anywhere' : 'below';
  return text.includes('/') ? 'relative' : 'name';
}

function isAbove(path: string, { kept }: ReachContext): boolean {
  const bare = path.replace(/\/+$/u, '');
  return kept.some((one) => one === bare || one.startsWith(`${bare}/`)) && path.startsWith('/');
}

function reachOfPart(part: WordPart, context: ReachContext, seen: Set<string>): Reach {
  switch (part.type) {
    case 'literal':
      return reachOfText(part.value, context);
    case 'arithmetic':
      return 'name';
    case 'process-substitution':
      return 'below';
    case 'braces':
      return /[~/$`*?[]/u.test(part.source) ? 'anywhere' : 'name';
    case 'command-substitution':
      return reachOfOutput(part.script, context, seen);
    case 'parameter':
      return reachOfParameter(part, context, seen);
    case 'tilde':
    case 'glob':
      return 'anywhere';
    default:
      return 'anywhere';
  }
}

/** They print a file that they have made, or text without a slash. */
const PRINTS: ReadonlyMap<string, Reach> = new Map([
  ['mktemp', 'below'],
  ...'basename date uname whoami hostname id wc nproc seq uuidgen'
    .split(' ')
    .map((name) => [name, 'name'] as const),
]);

function reachOfOutput({ items }: Script, context: ReachContext, seen: Set<string>): Reach {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) return 'anywhere';
  return reachPrinted(only.command, context, seen);
}

function reachPrinted(command: Command, context: ReachContext, seen: Set<string>): Reach {
  if (command.type === 'pipeline') {
    // What these print are lines of what they read.
    const last = command.commands.findLast(
      (one) => one.type !== 'simple' || !isLineFilter(one.words.map(({ literal }) => literal)),
    );
    return last === undefined ? 'anywhere' : reachPrinted(last, context, seen);
  }
  if (command.type === 'and-or')
    return worstOf([reachPrinted(command.left, context, seen), reachPrinted(command.right, context, seen)]);
  if (command.type !== 'simple') return 'anywhere';
  const [name, ...operands] = command.words;
  const program = name?.literal ?? '';
  const paths = operands.filter(({ literal }) => literal?.startsWith('-') !== true);
  const reachOfAll = (words: readonly Word[]): Reach =>
    worstOf(words.map(({ parts }) => reachOf(parts, 'loop', context, seen)));
  switch (program) {
    case 'echo':
      return paths.length === 0 ? 'name' : reachOfAll(paths);
    case 'ls':
      return paths.length === 0 ? 'relative' : reachOfAll(paths);
    case 'git':
      return /^(?:ls-files|diff|status)$/u.test(operands[0]?.literal ?? '') ? 'relative' : 'anywhere';
    case 'find': {
      const from = operands.slice(
        0,
        operands.findIndex(({ literal }) => literal?.startsWith('-')),
      );
      const isNarrow = operands.some(({ literal }) => /^-(?:i?name|i?path|mindepth)$/u.test(literal ?? ''));
      const isHere = from.every(({ literal }) => /^\.\/?$/u.test(literal ?? ''));
      return isNarrow && isHere ? 'relative' : from.length === 0 ? 'anywhere' : reachOfAll(from);
    }
    default:
      return PRINTS.get(program) ?? 'anywhere';
  }
}

/** Numbers. */
const COUNTERS = /^(?:[$#?!]|PPID|RANDOM|SRANDOM|SECONDS|UID|EUID|BASHPID|EPOCHSECONDS|LINENO)$/u;

const ABOVE = /^(?:[@*_]|[1-9]\d*|HOME|PWD|OLDPWD|DIRSTACK|REPLY|MAPFILE|OPTARG)$/u;

function reachOfParameter(
  { name, operation, words }: Extract<WordPart, { readonly type: 'parameter' }>,
  context: ReachContext,
  seen: Set<string>,
): Reach {
  const base = reachOfName(name, context, seen);
  const isBound = bindingsOfName(name, context).length > 0;
  if (operation === '') return base;
  if (operation === '##*/') return 'name';
  const given = worstOf(words.map(({ parts }) => reachOf(parts, 'assignment', context, seen)));
  if (/^:?[-=]/u.test(operation)) return worstOf([base, given]);
  if (/^:?\+/u.test(operation)) return given;
  if (/^:?\?/u.test(operation)) return base;
  // Of a value from outside of the script, a part is taken for what its user meant.
  if (/^[%#]/u.test(operation) && !isBound) return base;
  if (
    base === 'anywhere' ||
    operation.startsWith('!') ||
    operation.startsWith('[') ||
    operation.startsWith('@')
  )
    return 'anywhere';
  if (base === 'name')
    return operation.startsWith('/') &&
      operation
        .replace(/^\/\/?\\?\//u, '')
        .slice(1)
        .includes('/~')
      ? 'anywhere'
      : 'name';
  if (operation.startsWith('%'))
    return base === 'relative' || /^%%?(?:\/|\.\w+)$/u.test(operation) ? base : 'anywhere';
  if (operation.startsWith('#')) return base === 'relative' && operation.endsWith('/') ? base : 'anywhere';
  return 'anywhere';
}

function reachOfName(name: string, context: ReachContext, seen: Set<string>): Reach {
  if (COUNTERS.test(name)) return 'name';
  const bindings = bindingsOfName(name, context);
  if (bindings.length === 0) return ABOVE.test(name) ? 'anywhere' : 'below';
  // Its other values say all that it may be.
  if (seen.has(name)) return 'name';
  const inner = new Set(seen).add(name);
  const latest = context.latest.get(name);
  const isPlain = bindings.every((one) => one.kind === 'word' && one.from === 'assignment');
  if (latest !== undefined && isPlain) return reachOf(latest, 'assignment', context, inner);
  return worstOf(bindings.map((binding) => reachOfBinding(binding, context, inner)));
}

function reachOfBinding(binding: Binding, context: ReachContext, seen: Set<string>): Reach {
  if (binding.kind === 'unknown') return 'anywhere';
  return reachOf(binding.parts, binding.from, context, seen);
}

export function bindingsOfName(
  name: string,
  { bindings }: Pick<ReachContext, 'bindings'>,
): readonly Binding[] {
  return bindings.flatMap((one) => one.of(name));
}

function worstOf(reaches: readonly Reach[]): Reach {
  return ORDER[Math.max(0, ...reaches.map((one) => ORDER.indexOf(one)))] ?? 'anywhere';
}
