import { dirname, resolve } from 'node:path';
import type { GivenCode } from '../permission/action.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import type { Isolation } from '../permission/context/isolation.ts';
import type { Files } from '../ports/files.ts';

/** Where code of an isolated agent runs. */
interface CodePlace {
  readonly isolation: Isolation;
  readonly files: Files;
  readonly cwd: string;
}

/**
 * Why an isolated agent must not run code that a command gives to an interpreter, as far as its text tells. It looks for what changes
 * files, by the calls that common languages have for it. What it does by other means only the sandbox can stop. Absolute paths are found in the
 * whole line (`namesMainCheckout`).
 */
export function codeRefusal(code: GivenCode, place: CodePlace): string | undefined {
  const { program, texts, isKnown, isEditor } = code;
  const isHidden = texts.every((text) => !/\w/u.test(text.replaceAll(UNKNOWN, ''))) && !isKnown;
  if (isHidden || texts.some((text) => withoutStrings(text).includes(UNKNOWN)))
    return 'the code that it runs is unknown';
  for (const text of texts.map((one) => one.replaceAll(UNKNOWN, ' ? '))) {
    if (text.length > MAX_CHARS) return 'the code that it runs is too long to check';
    const shown = withoutTexts(text);
    const runs = RUNS.test(shown) || (RUNS_BACKTICKS.has(program) && /`[^`]+`/u.test(text));
    if (runs && GIT_CHANGE.test(text)) return 'its code starts git, and what that changes is unknown';
    if (!isEditor && !runs && !CHANGES.test(shown)) continue;
    const named = runs || isEditor ? [...text.matchAll(UPWARDS)].map(([path]) => path) : [];
    const quoted = quotedPaths(shown);
    if (quoted.length > MAX_PATHS) return 'its code names too many paths to check';
    const reached = [...named, ...quoted].find((path) => leadsAway(path, place));
    if (reached !== undefined) return `its code names ${reached}, which leads into the main checkout`;
    if (climbs(shown, place)) return 'its code goes up into the main checkout';
    if (!isKnown || isComputed(shown)) return 'which files its code changes is unknown';
  }
  return undefined;
}

/** The placeholder for the unknown parts of a text. */
const UNKNOWN = '${_}';
/** UTF-16 units of a text; more would take long. */
const MAX_CHARS = 32_000;
const MAX_PATHS = 100;

/** Code that calls nothing but what looks: it may name any file. */
export function onlyReads({ texts, isEditor }: GivenCode, { mainRoot }: Isolation): boolean {
  return (
    !isEditor &&
    texts
      .map((text) => text.replaceAll(mainRoot, ''))
      .every(
        (text) =>
          !CHANGES.test(text) &&
          !RUNS.test(text) &&
          [...text.matchAll(/\b([A-Za-z_]\w*)\s?\(/gu)].every(([, name = '']) => READS.has(name)),
      )
  );
}

const READS = new Set(
  (
    'print open read read_text read_bytes readline readlines splitlines readFileSync readFile load loads json len sorted list dict set ' +
    'str int float bool sum min max any all range enumerate zip join split strip lstrip rstrip listdir walk glob iglob rglob iterdir ' +
    'exists existsSync statSync stat isfile isdir readdirSync readdir log stringify parse require Path resolve keys values items ' +
    'includes startsWith endsWith startswith endswith format get toString slice sort cat puts local while if for foreach in with ' +
    'getsize insert count index find findall search match group lower upper decode repr type isinstance'
  ).split(' '),
);

/** Texts of several lines are what is written, not what writes. */
function withoutTexts(text: string): string {
  const shorter = text.replaceAll(/'''[^]*?'''|"""[^]*?"""|`[^`$]*\n[^`$]*`/gu, "''");
  return replaceStrings(shorter, (string) => (string.includes('\\n') ? "''" : string));
}

function withoutStrings(text: string): string {
  return replaceStrings(text.replaceAll(/'''[^]*?'''|"""[^]*?"""/gu, "''"), () => "''");
}

/** Strings end on the line on which they begin. */
function replaceStrings(text: string, replace: (string: string) => string): string {
  let replaced = '';
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const end = character === "'" || character === '"' ? endOfString(text, at) : at + 1;
    const isString = end > at + 1 && text[end - 1] === character;
    replaced += isString ? replace(text.slice(at, end)) : text.slice(at, end);
    at = end;
  }
  return replaced;
}

/** Behind its closing quote, or the end of the line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

/** There, backticks run what is between them. */
const RUNS_BACKTICKS = new Set(['perl', 'ruby', 'irb', 'php', 'julia']);

/** Starts a program. */
const RUNS = new RegExp(
  [
    String.raw`\b(?:subprocess|child_process|create_subprocess_\w+|pty\.spawn|posix_spawn\w*|Open3|Deno\.Command|Bun\.spawn\w*|ProcessBuilder|shell_exec|passthru|proc_open|pcntl_exec)\b`,
    String.raw`\b(?:popen\w*|system|execSync|execFile\w*|spawn\w*|exec[lv]p?e?)\s*\(`,
    String.raw`\b(?:system|exec)\s+[@$"'q]`,
    String.raw`(?:^|[^\w\\])(?:qx|%x)\s*[^\w\s=,;)]`,
  ].join('|'),
  'u',
);

const GIT_CHANGE =
  /\bgit\b[^]{0,300}\b(?:update-ref|symbolic-ref|branch|push|stash|config|worktree|fetch|checkout|switch|reset|tag|gc|prune|remote|submodule|reflog|filter-\w+|replace|fast-import|git-dir|work-tree)\b|\bgit['"]?\s*,?\s*['"]?-C\b|\bGIT_(?:DIR|WORK_TREE)\b/u;

/** Makes, changes, moves or removes files. */
const CHANGES = new RegExp(
  [
    String.raw`\b(?:os|fs|fsp|promises|File|FileUtils|Deno|Bun|IO|Files|path|p|Path\([^)]{0,200}\))\s*\.\s*(?:promises\.)?(?:replace|rename|remove|removedirs|renames|unlink|mk\w+|rm\w*|write\w*|append\w*|truncate|symlink|link|chmod|chown|utimes?|copy\w*|cp\w*|touch|delete|binwrite)\b`,
    String.raw`\b(?:write_text|write_bytes|writeFile\w*|appendFile\w*|createWriteStream|writelines|unlink\w*|rmSync|rmdirSync|renameSync|cpSync|copyFile\w*|mkdirSync|mkdtemp\w*|symlinkSync|linkSync|truncateSync|chmodSync|rmtree|makedirs|make_path|remove_tree|urlretrieve|copytree|copyfile|copy2|put_contents|file_put_contents|fileinput|sqlite3|tempfile|shutil|FileHandler|FileWriter|PrintWriter|extractall|chdir)\b`,
    String.raw`\bfrom\s+(?:os|shutil)\s+import\b|\brequire\(['"](?:node:)?fs\/promises['"]\)`,
    String.raw`\b(?:rm|unlink|rename|mkdir|rmdir|chmod|symlink|touch|file\s+(?:copy|delete|rename|mkdir))\b\s*[\s"'(]`,
    String.raw`['"](?:r[bt]*\+[bt]*|[wax]+[bt]*\+?[bt]*)['"]`,
    String.raw`\bopen\b[^;\n]{0,300}?(?:['"(]\s?\+?>|\bq[({]\s?>|\s[wa]\b)`,
    String.raw`\$\^I\b|\bto_(?:csv|json|excel|parquet|pickle|sql|html)\s*\(`,
    String.raw`\bO_(?:WRONLY|RDWR|CREAT)\b`,
  ].join('|'),
  'u',
);

/** A place that isn't written in the code: a directory of the environment, or a part of the one that it is in. */
const DIRECTORIES = String.raw`(?:HOME|OLDPWD|PWD|\w*(?:DIR|DIRECTORY|PATH|ROOT|REPO|CHECKOUT|MAIN))`;
const OF_ENVIRONMENT = new RegExp(
  [
    String.raw`\b(?:environ|process\.env|Deno\.env|ENV)\b(?:\.get|\.fetch)?\s*[.[({]*\s*['"]?${DIRECTORIES}\b`,
    String.raw`\bgetenv\s*\(\s*['"]${DIRECTORIES}\b`,
    String.raw`\b(?:environ|process\.env|ENV)\s*\[\s*[A-Za-z_]\w*\s*\]`,
    String.raw`\b(?:expanduser|homedir|Path\.home|Dir\.home|pardir|readlink)\b|['"]~\/|\$(?:HOME|OLDPWD)\b|\/proc\/`,
  ].join('|'),
  'u',
);
const HERE = /\b(?:cwd|getcwd|pwd|abspath|absolute|expand_path|rel2abs|__file__|__dirname|import\.meta)\b/u;
const PART = /\b(?:dirname|parents?|updir|r?split|replace|slice|substring|r?partition)\b|\.claude\b|=~/u;

function isComputed(text: string): boolean {
  return OF_ENVIRONMENT.test(text) || (HERE.test(text) && PART.test(text));
}

const UPWARDS = /(?<![\w.)\]}$/])\.\.(?:\/[\w.@+~%,-]*)*/gu;

/** Texts in quotes that are a path, except what is imported. A mode may come before it: `">../f"`. */
function quotedPaths(text: string): readonly string[] {
  return [...text.matchAll(/(['"`])([^'"`\n]{1,1000})\1|\bq\{([^}\n]{1,1000})\}/gu)].flatMap(
    ({ 2: quoted, 3: braced, index }) => {
      const path = (quoted ?? braced ?? '').replace(/^[\s<>+|]+/u, '');
      const isImported = /\b(?:from|import|require)\s*\(?\s*$/u.test(
        text.slice(Math.max(0, index - 12), index),
      );
      const isPath = path.startsWith('../') || (path.includes('/') && !/[\s:;()]/u.test(path));
      return isPath && !isImported ? [path] : [];
    },
  );
}

function leadsAway(path: string, { isolation, files, cwd }: CodePlace): boolean {
  if (path.startsWith('/') && !isInside(resolve(path), isolation.mainRoot)) return false;
  const full = resolve(cwd, path);
  return [full, files.identify(full, '/').realPath, files.identify(dirname(full), '/').realPath].some(
    (each) => isForeignWork(each, isolation, files),
  );
}

/** In the main checkout itself, or in the checkout of another agent. What lies beside those is no one's work. */
function isForeignWork(path: string, { mainRoot, path: own }: Isolation, files: Files): boolean {
  if (!isInside(path, mainRoot) || isInside(path, own)) return false;
  const worktrees = dirname(own);
  if (worktrees === mainRoot || !isInside(path, worktrees)) return true;
  const [name = ''] = path.slice(worktrees.length + 1).split('/');
  return name !== '' && files.directoryId(`${worktrees}/${name}`) !== undefined;
}

/** `join('..', '..', '..', 'f')` */
function climbs(text: string, place: CodePlace): boolean {
  const steps = text.match(/(['"])\.\.\/?\1/gu)?.length ?? 0;
  return steps > 1 && leadsAway(Array.from({ length: steps }, () => '..').join('/'), place);
}

/** Whether a line names a file of the main checkout that isn't in the agent's own: by its absolute path, in whatever language. */
export function namesMainCheckout(line: string, { mainRoot, path }: Isolation): boolean {
  const text = line.replaceAll(/\/{2,}/gu, '/').replaceAll(/\\(?=[^\w\n])/gu, '');
  for (let at = text.indexOf(mainRoot); at !== -1; at = text.indexOf(mainRoot, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    // `-t/main` and `\n/main` name it, `/tmp/main` doesn't.
    const isBegun = /[\w.-]$/u.test(before) && !/(?:(?:^|\s)-\w|\\[nt])$/u.test(before);
    const isLonger = /^[\w-]|^\.\w/u;
    const own = text.slice(at + path.length);
    const isOwn = text.startsWith(path, at) && !isLonger.test(own) && !LEAVES.test(own);
    if (!isBegun && !isOwn && !isLonger.test(text.slice(at + mainRoot.length))) return true;
  }
  return false;
}

/** The rest of a path that goes up. */
const LEAVES = /^[^\s'"`]*\/\.\.(?:[/\s'"`]|$)/u;
