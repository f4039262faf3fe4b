import { posix } from 'node:path';

/** Lines of the `bin/activate` that Python's venv writes, without blanks at either end. The place and the prompt are left out. */
const LINES = new Set(
  String.raw`
deactivate () {
deactivate nondestructive
}
fi
else
esac
;;
*)
CYGWIN*|MSYS*)
CYGWIN*|MSYS*|MINGW*)
case "$(uname)" in
if [ "$OSTYPE" = "cygwin" ] || [ "$OSTYPE" = "msys" ] ; then
if [ -z "\${VIRTUAL_ENV_DISABLE_PROMPT:-}" ] ; then
if [ -n "\${_OLD_VIRTUAL_PYTHONHOME:-}" ] ; then
if [ -n "\${_OLD_VIRTUAL_PS1:-}" ] ; then
if [ -n "\${_OLD_VIRTUAL_PATH:-}" ] ; then
if [ -n "\${PYTHONHOME:-}" ] ; then
if [ -n "\${BASH:-}" -o -n "\${ZSH_VERSION:-}" ] ; then
if [ ! "\${1:-}" = "nondestructive" ] ; then
unset _OLD_VIRTUAL_PYTHONHOME
unset _OLD_VIRTUAL_PS1
unset _OLD_VIRTUAL_PATH
unset VIRTUAL_ENV
unset VIRTUAL_ENV_PROMPT
unset PYTHONHOME
unset -f deactivate
export PS1
export PATH
export PYTHONHOME
export VIRTUAL_ENV
export VIRTUAL_ENV_PROMPT
hash -r 2> /dev/null
hash -r 2>/dev/null
hash -r
_OLD_VIRTUAL_PYTHONHOME="\${PYTHONHOME:-}"
_OLD_VIRTUAL_PS1="\${PS1:-}"
_OLD_VIRTUAL_PATH="$PATH"
PYTHONHOME="\${_OLD_VIRTUAL_PYTHONHOME:-}"
PS1="\${_OLD_VIRTUAL_PS1:-}"
PATH="\${_OLD_VIRTUAL_PATH:-}"
PATH="$VIRTUAL_ENV/bin:$PATH"
PATH="$VIRTUAL_ENV/"bin":$PATH"
`
    .replaceAll(String.raw`\$`, '$')
    .split('\n'),
);

/** What is shown of it in the prompt. */
const PROMPT =
  /^(?:PS1="?\(?[\w .()-]*\)? ?"?(?:\$\{PS1:-\}")?|VIRTUAL_ENV_PROMPT="?[\w .()-]*"?|if \[ "x[\w .()-]*" != x \] ; then)$/u;

/** Where it is. */
const PLACE = /^(?:export )?VIRTUAL_ENV=(?:\$\(cygpath )?(["']?)(\/[\w./@+-]*)\1\)?$/u;

/** Lines of a prompt that names the directory, of older versions. */
const OLD_PROMPT = new Set([
  'if [ "`basename \\"$VIRTUAL_ENV\\"`" = "__" ] ; then',
  'PS1="[`basename \\`dirname \\"$VIRTUAL_ENV\\"\\``] $PS1"',
  'PS1="(`basename \\"$VIRTUAL_ENV\\"`)$PS1"',
]);

/**
 * Whether a text is the `bin/activate` of a virtual environment of Python, as Python writes it for this place: it puts the directory
 * before the search path, and does nothing else.
 * @param path of the file, absolute
 */
export function isActivationScript(text: string, path: string): boolean {
  const place = posix.dirname(posix.dirname(path));
  const lines = text.split('\n').map((line) => line.trim());
  const isOwn = lines.every((line) => {
    if (line === '' || line.startsWith('#') || LINES.has(line) || OLD_PROMPT.has(line)) return true;
    const [, , named] = PLACE.exec(line) ?? [];
    return named === undefined ? PROMPT.test(line) : named === place;
  });
  return isOwn && lines.some((line) => PLACE.test(line));
}
