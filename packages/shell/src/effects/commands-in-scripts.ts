import { programName } from './program-name.ts';
import type { AnalysedCommand, AnalysisContext, CommandAnalysis } from './analysis.ts';
import { absolutePath } from './absolute-path.ts';

const SHELLS = new Set('sh bash dash zsh ksh source .'.split(' '));

/** Scripts that run scripts, and so on. */
const MAX_SCRIPTS = 10;

/** The commands of the shell scripts that a line runs, and of those that these run. */
export function commandsInScripts(
  analysis: CommandAnalysis,
  context: AnalysisContext,
  analyse: (source: string, context: AnalysisContext) => CommandAnalysis,
): readonly AnalysedCommand[] {
  const { readText } = context;
  if (readText === undefined) return [];
  const found: AnalysedCommand[] = [];
  const seen = new Set<string>();
  const open = [...analysis.commands];
  for (const command of open) {
    for (const path of scriptsOf(command)) {
      if (seen.has(path) || seen.size >= MAX_SCRIPTS) continue;
      seen.add(path);
      const text = readText(path);
      if (text === undefined || !isShellScript(text)) continue;
      const { commands } = analyse(text, {
        ...context,
        cwd: command.cwd,
        globFiles: undefined,
        repository: undefined,
      });
      found.push(...commands);
      open.push(...commands);
    }
  }
  return found;
}

function scriptsOf({ unwrapped, cwd, redirections, texts }: AnalysedCommand): readonly string[] {
  const [program, ...words] = unwrapped;
  const started = /(?:^|\s)BASH_ENV=(\S+)/u.exec(texts.exact)?.[1];
  const paths = started === undefined ? [] : [started];
  if (program?.includes('/') === true) paths.push(program);
  if (program === undefined || !SHELLS.has(programName(program)))
    return paths.flatMap((path) => absolutePath(path, cwd));
  if (!words.some((word) => word === undefined || /^-[a-z]*c/u.test(word)))
    paths.push(
      ...words
        .filter((word) => word !== undefined && !word.startsWith('-'))
        .slice(0, 2)
        .map(String),
    );
  const inputs = redirections.flatMap(({ access, path }) =>
    access === 'read' && path !== undefined ? [path] : [],
  );
  return [...paths.flatMap((path) => absolutePath(path, cwd)), ...inputs];
}

/** Without a first line that names another program, the shell runs it itself. */
function isShellScript(text: string): boolean {
  if (text.includes('\0')) return false;
  return !text.startsWith('#!') || /^#!.*\b(?:ba|da|z|k)?sh\b/u.test(text);
}
