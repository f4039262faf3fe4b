/** A way to write a command otherwise, or to run it by something else: nothing that it does is taken away. */
export interface Wrapping {
  readonly name: string;
  readonly wrap: (command: string) => string;
  /** Of commands that it can be used on. */
  readonly applies: (command: string) => boolean;
  /** In it the directory of a command is not known: what a rule says of one place is then asked about, at most. */
  readonly losesDirectory?: (command: string) => boolean;
}

const PLAIN = /^[A-Za-z0-9_./,@%+=: |&;-]+$/;
const WORD = /^[A-Za-z0-9_./,@%+:-]+$/;
/** Written otherwise they are not reserved words any more, and run by a program they are nothing. */
const RESERVED =
  /(?:^|[ ;|&])(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|time|function|coproc|select)(?:$|[ ;|&])/;

const always = (): boolean => true;
const isPlain = (command: string): boolean => PLAIN.test(command) && !RESERVED.test(command);

/** What is put after it on the same line belongs to it. */
function endsOpen(command: string): boolean {
  return !/[#\n]|<<|[;&|\\]\s*$/.test(command);
}

const BUILTIN =
  /^(?:cd|pushd|popd|command|builtin|exec|eval|source|\.|unset|shopt|alias|unalias|export|declare|typeset|local|readonly|set|enable|hash|trap|read|mapfile|readarray|getopts|printf|let|exit|return|ulimit|umask|wait|jobs)(?:$| )/;

/** One program with its words: nothing whose effect on the shell would be lost, nothing that only a shell can run. */
function isSimple(command: string): boolean {
  const isOfShell = BUILTIN.test(command);
  return !isOfShell && !RESERVED.test(command) && /^[A-Za-z0-9_./,@%+: -]+$/.test(command);
}

function hasNoDirectory(command: string): boolean {
  return !/\b(?:cd|pushd|popd)\b/.test(command);
}

/** Behind a pipe `time` is a program, and the whole line is not looked into; `!` can't be there. */
function canBeFed(command: string): boolean {
  return hasNoDirectory(command) && !/\btime\b|^\s*!/.test(command);
}

/** A loop may be run again, in the directory in which its body has ended; what is not known may have entered one. */
function moves(command: string): boolean {
  return !hasNoDirectory(command) || /\b(?:eval|source|enable|builtin|trap)\b|^\W/.test(command);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The words of a plain command written in another way each. */
function respelt(command: string, respell: (word: string) => string): string {
  const words = command.split(/( +)/);
  return words.map((word) => (WORD.test(word) ? respell(word) : word)).join('');
}

const SPELLINGS: readonly (readonly [name: string, respell: (word: string) => string])[] = [
  ['single quotes', (word) => `'${word}'`],
  ['double quotes', (word) => `"${word}"`],
  ['a backslash', (word) => `\\${word}`],
  ['empty quotes', (word) => `${word.slice(0, 1)}""${word.slice(1)}`],
  ['quotes of C', (word) => `$'${word}'`],
  ['a line continued', (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`],
];

export const WRAPPINGS: readonly Wrapping[] = [
  ...SPELLINGS.map(([name, respell]): Wrapping => ({
    name,
    wrap: (command) => respelt(command, respell),
    applies: isPlain,
  })),
  { name: 'blanks', wrap: (c) => `  ${c.replaceAll(' ', ' \t ')}  `, applies: isPlain },
  { name: '( c )', wrap: (c) => `( ${c}\n)`, applies: always },
  { name: '{ c; }', wrap: (c) => `{ ${c}\n}`, applies: always },
  { name: 'bash -c', wrap: (c) => `bash -c ${quoted(c)}`, applies: always },
  { name: 'sh -c', wrap: (c) => `sh -c ${quoted(c)}`, applies: always },
  { name: 'eval', wrap: (c) => `eval ${quoted(c)}`, applies: always },
  { name: 'c | cat', wrap: (c) => `${c} | cat`, applies: endsOpen },
  { name: 'cat | c', wrap: (c) => `cat /dev/null | ${c}`, applies: canBeFed },
  { name: 'if', wrap: (c) => `if true; then ${c}\nfi`, applies: always },
  { name: 'if c', wrap: (c) => `if ${c}\nthen true; fi`, applies: always },
  { name: 'true && c', wrap: (c) => `true && ${c}`, applies: always },
  { name: 'c || true', wrap: (c) => `${c} || true`, applies: endsOpen },
  { name: '! c', wrap: (c) => `! { ${c}\n}`, applies: always },
  { name: 'c &', wrap: (c) => `${c} &`, applies: (c) => endsOpen(c) && hasNoDirectory(c) },
  { name: 'for', wrap: (c) => `for i in 1; do ${c}\ndone`, applies: always, losesDirectory: moves },
  { name: 'while', wrap: (c) => `while true; do ${c}\ndone`, applies: always, losesDirectory: moves },
  { name: 'case', wrap: (c) => `case x in x) ${c}\n;; esac`, applies: always },
  { name: 'timeout', wrap: (c) => `timeout 5 ${c}`, applies: isSimple },
  { name: 'nice', wrap: (c) => `nice -n 5 ${c}`, applies: isSimple },
  { name: 'sudo', wrap: (c) => `sudo ${c}`, applies: isSimple },
  { name: 'env', wrap: (c) => `env A=1 ${c}`, applies: isSimple },
  { name: 'A=1 c', wrap: (c) => `A=1 ${c}`, applies: isSimple },
  { name: '$(c)', wrap: (c) => `echo $( ${c}\n)`, applies: always },
  { name: '"$(c)"', wrap: (c) => `echo "$( ${c}\n)"`, applies: always },
  { name: '<(c)', wrap: (c) => `cat <( ${c}\n)`, applies: always },
  { name: 'c > /dev/null', wrap: (c) => `${c} > /dev/null`, applies: endsOpen },
  { name: 'a function', wrap: (c) => `f() { ${c}\n}; f`, applies: always, losesDirectory: always },
];
