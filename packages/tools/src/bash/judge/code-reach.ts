import { resolve } from 'node:path';
import type { GivenCode } from '@sluice/shell';

/** Where the code that a command gives to an interpreter leads, as far as its text tells. */
interface CodeReach {
  /** Absolute paths that it names, if it may change files. */
  readonly paths: readonly string[];
  /** It changes files whose places it computes, or starts programs: nothing says what it does. */
  readonly isUntraced: boolean;
}

const NOWHERE: CodeReach = { paths: [], isUntraced: false };

/**
 * Looks for calls that change files or run something, in the words of the usual languages. Code that only reads and prints reaches
 * nothing. What code does by other means isn't found: that is what the sandbox is for.
 */
export function codeReach(code: GivenCode | undefined, cwd: string | undefined): CodeReach {
  if (code === undefined) return NOWHERE;
  const { program, texts, isKnown, isEditor } = code;
  const isHidden = !isKnown && !texts.some((text) => /\w/u.test(text.replaceAll('${_}', '')));
  const plain = texts.map((text) => text.replaceAll(PRINTS, ' '));
  const runs = (text: string): boolean =>
    RUNS.test(text) || (!TEMPLATES.has(program) && /`[^`]+`/u.test(text));
  if (isHidden || plain.some(runs)) return { paths: [], isUntraced: true };
  const changing = plain.filter((text) => isEditor || CHANGES.test(text));
  return {
    paths: changing.flatMap((text) => pathsIn(text, cwd)),
    isUntraced: changing.length > 0 && (!isKnown || changing.some((text) => isComputed(text))),
  };
}

/** What looks like a change, and prints. */
const PRINTS = /\b(?:stdout|stderr|STDOUT|STDERR|IO)\s*\.\s*(?:write|puts|print)\w*/gu;

/** There, backticks are texts; elsewhere they run what is in them. */
const TEMPLATES = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx', 'ts-node', 'python', 'pypy']);

/** Starts a program, or runs code that it makes. */
const RUNS = new RegExp(
  [
    String.raw`\b(?:subprocess|child_process|pty\.spawn|posix_spawn\w*|Open3|Deno\.Command|Bun\.(?:spawn\w*|\$)|ProcessBuilder|shell_exec|passthru|proc_open|pcntl_exec)\b`,
    String.raw`\b(?:popen\w*|system|exec[lv]?[pe]*|execSync|execFile\w*|spawn\w*|fork|eval|exec|evaluate|compile|instance_eval|class_eval|load_string|loadstring|dofile|runpy\.\w+|run-shell|shell-command)\s*[('"{]`,
    String.raw`\b(?:system|exec|eval|spawn)\s+[@$"'\w]`,
    String.raw`\b(?:__import__|importlib|getattr|globals|ctypes|Function)\s*[.(]`,
    String.raw`(?:^|[^\w\\])(?:qx|%x)\s*[^\w\s=,;)]`,
    String.raw`\b(?:b64decode|frombase64|fromCharCode|atob|unhexlify|unpack|chr)\s*[('"]`,
  ].join('|'),
  'u',
);

/** Makes, changes, moves or removes files. */
const CHANGES = new RegExp(
  [
    String.raw`\b(?:write|append|truncate|rename|unlink|remove|delete|symlink|link|chmod|chown|utime|mkdir|rmdir|copy|cp|mv|move|touch|mkfifo|mknod|save|dump|extract\w*|store)\w*\s*[('"!]`,
    String.raw`\b(?:shutil|rmtree|makedirs|fileinput|sqlite3?|sqlite|tempfile|FileUtils|rm_rf|rm_r|spit|put_contents|file_put_contents|createWriteStream|FileHandler|FileWriter|PrintWriter|tarfile|zipfile|rmSync|cpSync|unlinkSync|chdir|Dir\.chdir|to_(?:csv|json|excel|parquet|pickle|sql|html))\b`,
    String.raw`\b(?:rm|unlink|rename|mkdir|rmdir|chmod|link|symlink|touch|cp|mv|tee|sed|truncate|dd|ln)\b\s+[^\s=(]`,
    String.raw`['"](?:r[bt]*\+[bt]*|[wax][bt]*\+?[bt]*)['"]`,
    String.raw`['"]\s*(?:\+?>>?|\+<)`,
    String.raw`>>?\s*['"]?(?:[./~]|[\w-]+\.\w+\b)`,
    String.raw`\bO_(?:WRONLY|RDWR|CREAT)\b`,
  ].join('|'),
  'u',
);

/** A place that isn't written in the code. */
const COMPUTED = new RegExp(
  [
    String.raw`\b(?:environ|getenv|process\.env|System\.getenv|Deno\.env)\b|\$?\bENV\b`,
    String.raw`\b(?:expanduser|homedir|userInfo|HOME|OLDPWD|Path\.home|Dir\.home)\b`,
    String.raw`\b(?:sys\.argv|process\.argv|\$argv|ARGV|stdin|STDIN|input\s*\(|readlink|realpath\w*)\b`,
    String.raw`\b(?:join|joinpath)\s*\([^)]*\b(?:sep|pardir)\b|\bpardir\b`,
  ].join('|'),
  'u',
);

/** The parent of a place that is taken from the directory. */
const PARENT = /\b(?:dirname|parents?|updir)\b/u;
const HERE =
  /\b(?:cwd|getcwd|pwd|abspath|absolute|resolve|expand_path|rel2abs|__file__|__dirname|import\.meta)\b/u;

function isComputed(text: string): boolean {
  return COMPUTED.test(text) || (PARENT.test(text) && HERE.test(text));
}

const PATH = /(?<![\w.)\]}$/])(?:\.\.|\.)?(?:\/[\w.@+~%,-]+)+\/?|(?<![\w.)\]}$/])\.\.(?=[/'"\s)`;,]|$)/gu;

function pathsIn(text: string, cwd: string | undefined): readonly string[] {
  return [...text.matchAll(PATH)].flatMap(([path]) =>
    path.startsWith('/') ? [resolve(path)] : cwd === undefined ? [] : [resolve(cwd, path)],
  );
}
