import type { AnalysisContext } from '../analysis.ts';

/** Variables that the shell itself goes by, or sets. */
const OF_SHELL =
  /^(?:BASH\w*|CDPATH|CHILD_MAX|COLUMNS|COMP_\w*|COPROC\w*|DIRSTACK|EMACS|ENV|EPOCH\w*|EUID|EXECIGNORE|FCEDIT|FIGNORE|FUNC\w*|GLOBIGNORE|GROUPS|HIST\w*|HOME|HOST\w*|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LANG\w*|LC_\w*|LINENO|LINES|MACHTYPE|MAIL\w*|MAPFILE|OLDPWD|OPT\w*|OSTYPE|PATH|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT_\w*|PS\d|PWD|RANDOM|READLINE_\w*|REPLY|SECONDS|SHELL\w*|SHLVL|SRANDOM|TERM|TEXTDOMAIN\w*|TIMEFORMAT|TMOUT|TMPDIR|TZ|UID|_|auto_resume|histchars)$/u;

/** Names as programs give them to what they go by: a file that comes before the command may have exported one. */
const OF_PROGRAMS =
  /^(?:LD|DYLD|GIT|SSH|GPG|NODE|NPM|PYTHON|PERL|RUBY|JAVA|JDK|CARGO|RUST|GO|DOCKER|KUBE|AWS|XDG|MALLOC|GCONV|LESS|MAN|GREP|RIPGREP|MAKE|CMAKE|CC|CXX|LLVM|ASAN)\w*$|(?:PATH|OPTS?|OPTIONS|FLAGS|ARGS|PAGER|EDITOR|VISUAL|BROWSER|CONFIG|HOME|DIR|PROXY|CMD|COMMAND|WRAPPER|PRELOAD|STARTUP|INIT|RC|ASKPASS)$/iu;

/** Whole names by which scripts call variables of their own, though those of programs end so. */
const OF_SCRIPTS =
  /^(?:args|cmd|config|dir|flags|opts?|options|DIR|(?:BASE|BUILD|DEST|DIST|OUT|OUTPUT|PROJECT|REPO|ROOT|SCRIPT|SRC|TEMP|TEST|TMP|WORK)_?DIR)$/u;

/** Which variables belong to a script alone: no program is given them, and neither shell nor programs go by their names. */
export function scriptVariables({ isExported }: AnalysisContext): (name: string) => boolean {
  return (name) =>
    !OF_SHELL.test(name) &&
    (OF_SCRIPTS.test(name) || !OF_PROGRAMS.test(name)) &&
    isExported?.(name) === false;
}
