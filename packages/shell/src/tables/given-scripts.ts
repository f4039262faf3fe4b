import { awkReach } from './scripts/awk-reach.ts';
import { edReach } from './scripts/ed-reach.ts';
import { gdbReach, vimReach } from './scripts/editor-reach.ts';
import { makeReach } from './scripts/make-reach.ts';
import { sftpReach } from './scripts/sftp-reach.ts';
import { sedReach } from './scripts/sed-reach.ts';
import { joinedReach, UNKNOWN_REACH, type ScriptReach } from './scripts/script-reach.ts';

/** How a program takes its commands from a text that the line itself holds or writes. */
export interface GivenScripts {
  /** Options whose value is a file of commands. */
  readonly options: readonly string[];
  /** Where a word matches, each word may be such a file. */
  readonly anyWord?: RegExp;
  /** Names of such files in a text. */
  readonly named?: RegExp;
  /** A variable that holds directories in which such files are looked for, and how their names may end. */
  readonly searched?: { readonly variable: string; readonly ending: string };
  /** A dash among its words is its input. Default: it makes the program read something else there. */
  readonly readsDash?: true;
  /** A text that isn't known is the business of the user. Default false. */
  readonly isOnlyKnown?: true;
  /** Files of these names in a directory that an option names, or with its value before the name. */
  readonly members?: readonly string[];
  /** Its operands are such files. */
  readonly operands: boolean;
  /** It takes commands from its input. */
  readonly input: boolean;
  /** What a text does. */
  readonly reach: (text: string, words: readonly string[]) => ScriptReach;
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

const ed: GivenScripts = {
  options: [],
  operands: false,
  input: true,
  reach: (text, words) =>
    edReach(
      text,
      words.some((word) => word !== '' && !word.startsWith('-')),
    ),
};

/** Without one of these, what comes in is keys, each of which may be any command. */
const isExMode = (words: readonly string[]): boolean =>
  words[0] === 'ex' || words.some((word) => /^-[A-Za-z]*[eE]/u.test(word));

const vim: GivenScripts = {
  options: ['-S', '-s', '-u', '-U'],
  operands: false,
  input: true,
  reach: (text, words) =>
    isExMode(words) ? joinedReach(linesOf(text).map((line) => vimReach(line.trim()))) : UNKNOWN_REACH,
};

/** Programs whose own language can open files and start programs. */
const any = (options: string, operands: boolean, input: boolean): GivenScripts => ({
  options: options === '' ? [] : options.split(' '),
  operands,
  input,
  reach: () => UNKNOWN_REACH,
});

const IMPORTS = /\b(?:import|include|input_filename|env|\$ENV)\b/u;

const jq: GivenScripts = {
  ...any('-f --from-file', false, false),
  reach: (text) => (IMPORTS.test(text) ? UNKNOWN_REACH : joinedReach([])),
};

const gdb: GivenScripts = {
  ...any('-x -ix -command -init-command --command --init-command', false, true),
  reach: (text) => joinedReach(linesOf(text).map(gdbReach)),
};

/** `#include "x"`, `.incbin "x"`, in a string of `asm` too. */
const INCLUDED =
  /(?:#\s*(?:include|include_next|import|embed)|\.(?:incbin|include))\s*\\?["<]([^"<>\\\n]+)\\?[">]/gu;

const compiler: GivenScripts = {
  ...any('-B -specs --specs', true, true),
  isOnlyKnown: true,
  readsDash: true,
  members: ['as', 'ld', 'cpp', 'cc1', 'cc1plus', 'collect2', 'lto-wrapper'],
  reach: (text) => {
    if (/^(?:#!|\*[\w ]+:)/u.test(text)) return UNKNOWN_REACH;
    const reads = Array.from(text.matchAll(INCLUDED), ([, name]) => name);
    return { commands: [], writes: [], reads };
  },
};

/** What `ar -M` is told. */
const ARCHIVE = /^\s*(?:create|open|addlib|addmod|directory|replace)\s+([^\s(,]+)/gimu;
const archiver: GivenScripts = {
  ...any('', false, true),
  reach: (text, words) => {
    if (!words.some((word) => /^-\w*M/u.test(word))) return joinedReach([]);
    const names = Array.from(text.matchAll(ARCHIVE), ([, name]) => name);
    return { commands: [], writes: names, reads: names };
  },
};

const each = (names: string, scripts: GivenScripts): readonly (readonly [string, GivenScripts])[] =>
  names.split(' ').map((name) => [name, scripts]);

const sed: GivenScripts = { ...any('-f --file', false, false), reach: sedReach };
const awk: GivenScripts = {
  ...any('-f -E -i --file --exec --include', false, false),
  anyWord: /^-W/u,
  named: /@include\s+"([^"]*)"/gu,
  searched: { variable: 'AWKPATH', ending: '.awk' },
  reach: (text) => (/@(?:include|load)\b/u.test(text) ? UNKNOWN_REACH : awkReach(text)),
};

/** By program. Shells and make have their own ways, and of other languages' interpreters nothing is looked at. */
export const givenScripts: ReadonlyMap<string, GivenScripts> = new Map([
  ...each('ed red', ed),
  ...each('sed gsed ssed', sed),
  ...each('awk gawk mawk nawk original-awk', awk),
  ...each('vi vim nvim ex view gvim', vim),
  ...each('m4', any('', true, true)),
  ...each('gnuplot', any('', true, true)),
  ...each('cmake', any('-P -C', false, false)),
  ...each('ctest', any('-S -SP --script --script-new-process', false, false)),
  ...each('tmux', any('-f', true, false)),
  ...each('ctags universal-ctags exuberant-ctags', any('--options --options-maybe', false, false)),
  ...each('ninja samu', any('-f', false, false)),
  ...each('just', any('-f --justfile', false, false)),
  ...each('task', any('-t --taskfile', false, false)),
  ...each('jq', jq),
  ...each('make gmake', { ...any('-f --file --makefile', false, false), reach: makeReach }),
  ...each('sftp', { ...any('-b', false, true), reach: sftpReach }),
  ...each('gcc cc c++ g++ clang clang++ tcc cpp as', compiler),
  ...each('ar', archiver),
  ...each('gdb', gdb),
]);
