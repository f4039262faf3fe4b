import type { Files } from '../../ports/files.ts';
import { mayMatchBeneath } from './names-beneath.ts';
import { segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import { ANY_DEPTH } from './path-steps.ts';

/**
 * The first rule that may apply to a file below a directory whose name ends in one of these ways: what a program reads that only looks at
 * `*.py`. A name with the ending of another kind of file is taken for that of a file, unless a directory of that name is there.
 */
export function firstWithEnding(
  rules: readonly PathRule[],
  tree: string,
  endings: readonly string[],
  files: Files,
): PathRule | undefined {
  const segments = segmentsOf(tree);
  return rules.find(({ patterns }) =>
    patterns.some((one) => mayMatchBeneath(one, segments) && mayEndSo(one, { tree, endings, files })),
  );
}

interface Searched {
  readonly tree: string;
  readonly endings: readonly string[];
  readonly files: Files;
}

function mayEndSo(
  { anchor, fixed, steps, beneath, isDirectoryOnly }: PathPattern,
  { tree, endings, files }: Searched,
): boolean {
  if (beneath === 1 || isDirectoryOnly) return true;
  const last = steps.findLast((step) => step !== ANY_DEPTH) ?? fixed.at(-1) ?? anchor.at(-1);
  if (last === undefined) return true;
  const isThere = (path: string): boolean => files.identify(path, '/').links > 0;
  const isDirectory = (path: string): boolean =>
    isThere(path) && files.identify(path, '/').inode === undefined;
  if (typeof last === 'object') {
    if (ENVIRONMENT.test(last.source))
      return endings.some((end) => SETTINGS.has(end) || isThere(`${tree}/.env${end}`));
    const { tail } = last;
    return !isFileName(tail) || endings.some((end) => end.endsWith(tail) || tail.endsWith(end));
  }
  if (!last.includes('.') || endings.some((end) => last.endsWith(end))) return true;
  if (steps.length === 0) return isDirectory(`/${[...anchor, ...fixed].join('/')}`);
  return !isFileName(last) || isDirectory(`${tree}/${last}`);
}

/** `.env.*`, `.env*`: files of settings. Programs that read settings may show one, others only where there is one. */
const ENVIRONMENT = /^\.env[.-]?\*$/u;
const SETTINGS: ReadonlySet<string> = new Set(['.yml', '.yaml', '.tfvars']);

/** Names, or what they end with, that no one gives a directory. Any other, such as `conf.d`, may be one somewhere below the tree. */
function isFileName(name: string): boolean {
  return /^\.env[.-][\w.-]+$|^\.[\w-]+(?:rc|_history)$/u.test(name) || FILE_TYPES.test(name);
}

const FILE_TYPES = new RegExp(
  String.raw`\.(?:${[
    'env|local|pem|key|crt|cer|der|p12|pfx|p8|jks|keystore|kdbx|asc|gpg|pgp|pub|csr|ppk|ovpn|token|secret|htpasswd|pgpass|git-credentials',
    'json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|csv|tsv|txt|log|lock|tf|tfvars|tfstate|sql|sqlite3?|db|dump|bak|graphql',
    'md|mdx|markdown|html?|css|scss|sass|less|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|ico|webp|zip|gz|tgz|tar|bz2|xz|7z',
    'py|pyi|ipynb|[cm]?js|[cm]?ts|jsx|tsx|vue|svelte|astro|go|rb|rake|erb|rs|java|kts?|swift|php|c|h|cc|cpp|cxx|hh|hpp|cs|sh|bash|pl|lua',
  ].join('|')})$`,
  'u',
);
