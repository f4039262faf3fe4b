/**
 * Variables that change how a program speaks, never what it loads, runs or reads: they tell language, color, time zone,
 * width, or how much is logged. Reviewed one by one; a variable that isn't here stops a rule.
 */
const SAFE = new Set(
  (
    'NODE_ENV CI LANG LANGUAGE LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME TZ TERM ' +
    'COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE ' +
    'RUST_BACKTRACE RUST_LOG DEBUG GOOS GOARCH CGO_ENABLED'
  ).split(' '),
);

/** No path: a language or terminal named by one is loaded from there. */
const HARMLESS_VALUE = /^[\w.,:=+@*-]*$/u;
const TIME_ZONE = /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)*$/u;

export function isSafeVariable(name: string): boolean {
  return SAFE.has(name);
}

export function isSafeAssignment(name: string, value: string | undefined): boolean {
  if (value === undefined || !SAFE.has(name)) return false;
  return HARMLESS_VALUE.test(value) || (name === 'TZ' && TIME_ZONE.test(value));
}

const NAMING_COMMANDS = new Set(
  (
    'EDITOR VISUAL PAGER BROWSER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER MANPAGER KUBE_EDITOR GH_EDITOR GH_PAGER AWS_PAGER ' +
    'SUDO_EDITOR SYSTEMD_EDITOR SYSTEMD_PAGER CC CXX'
  ).split(' '),
);

/** Programs start what it says, which is looked at by itself, and go by it in no other way. */
export function namesCommand(name: string): boolean {
  return NAMING_COMMANDS.has(name);
}

/** The names by which scripts call variables of their own, which no program looks for. */
export function isPrivateVariable(name: string): boolean {
  return /^[a-z_][a-z\d_]*$/u.test(name) && name !== '_' && !name.endsWith('_proxy');
}
