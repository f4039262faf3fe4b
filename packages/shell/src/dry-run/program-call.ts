import { posix } from 'node:path';
import { parallelCall, xargsCall } from './listed-call.ts';
import { isInputShell } from '../tables/input-shells.ts';
import { childShell, textAt, type ProgramCall, type Shell, type Values } from './shell.ts';

const SHELLS = new Set('sh bash dash zsh ksh mksh ash rbash'.split(' '));

/** Programs that run the rest of their words. */
const RUNNERS = new Set(
  (
    'nohup timeout nice ionice stdbuf setsid sudo doas time chrt taskset xargs find strace busybox flock watch unshare ' +
    'chronic caffeinate'
  ).split(' '),
);

export function programCall(shell: Shell, argv: Values): readonly ProgramCall[] {
  const [word = '', ...operands] = argv;
  const name = posix.basename(word);
  if (SHELLS.has(name)) return shellCall(shell, operands);
  if (name === 'env') return envCall(shell, operands);
  if (isInputShell(name, operands)) return textCalls(shell, shell.input === undefined ? [] : [shell.input]);
  if (name === 'git') return textCalls(shell, scriptsInSettings(shell, operands));
  if (name === 'parallel' && operands.some((one) => one.startsWith(':::')))
    return textCalls(shell, operands.slice(operands.findIndex((one) => one.startsWith(':::')) + 1));
  if (name === 'parallel') return parallelCall(shell, operands);
  const listed = name === 'xargs' ? xargsCall(shell, operands) : undefined;
  if (listed !== undefined) return listed;
  if (RUNNERS.has(name)) {
    const at = operands.findIndex((one) => isStart(shell, one));
    return at === -1 ? [] : [{ shell: childShell(shell, []), words: operands.slice(at) }];
  }
  if (!word.includes('/')) return [];
  const text = scriptAt(shell, word);
  return text === undefined ? [] : [{ shell: childShell(shell, operands), text, isOfFile: true }];
}

function textCalls(shell: Shell, texts: Values): readonly ProgramCall[] {
  return texts.map((text) => ({ shell: childShell(shell, []), text }));
}

/** `git -c gpg.program=./s.sh` */
function scriptsInSettings(shell: Shell, operands: Values): Values {
  return operands.flatMap((word, index) => {
    const path = operands[index - 1] === '-c' ? word.slice(word.indexOf('=') + 1) : '';
    return (path.includes('/') ? scriptAt(shell, path) : undefined) ?? [];
  });
}

function isStart(shell: Shell, word: string): boolean {
  const name = posix.basename(word);
  return (
    SHELLS.has(name) ||
    RUNNERS.has(name) ||
    name === 'env' ||
    (word.includes('/') && scriptAt(shell, word) !== undefined)
  );
}

/** A script for a shell. */
function scriptAt(shell: Shell, path: string): string | undefined {
  const text = textAt(shell, path);
  if (text === undefined || text.includes('\0')) return undefined;
  return !text.startsWith('#!') || /^#!.*\b(?:ba|da|z|k)?sh\b/u.test(text) ? text : undefined;
}

function shellCall(shell: Shell, words: Values): readonly ProgramCall[] {
  let index = 0;
  let isText = false;
  let isInput = false;
  let isOnlyRead = false;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--' || word === '-' || !/^[-+]./u.test(word)) break;
    const options = /^[-+][A-Za-z]*o$/u.test(word) ? (words[index + 1] ?? '') : word;
    if (/^(?:[-+][A-Za-z]*n|noexec)/u.test(options)) isOnlyRead = word.startsWith('-');
    isText ||= /^-[A-Za-z]*c/u.test(word);
    isInput ||= /^-[A-Za-z]*s/u.test(word);
    if (/^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/u.test(word)) index += 1;
  }
  if (isOnlyRead) return [];
  if (/^--?$/u.test(words[index] ?? '')) index += 1;
  const [first, ...others] = words.slice(index);
  const startUp = ['BASH_ENV', 'ENV'].flatMap((name) => {
    const path = shell.exported.has(name) ? shell.variables.get(name)?.[0]?.[0] : undefined;
    const text = textAt(shell, path);
    const value = shell.exported.has(name) ? (shell.variables.get(name)?.[0]?.[0] ?? '') : '';
    // The value is expanded to get the path.
    const expanded = /\$\(|`/u.test(value) ? [`: "${value.replaceAll('"', String.raw`\"`)}"`] : [];
    return text === undefined ? expanded : [...expanded, text];
  });
  const isFromInput = isInput || first === undefined || /^\/dev\/(?:stdin|fd\/0)$/u.test(first);
  const text = isText ? first : isFromInput ? shell.input : textAt(shell, first);
  const parameters = isText ? others.slice(1) : isInput ? words.slice(index) : others;
  const all = [...startUp, ...(text === undefined ? [] : [text])];
  return all.map((one) => ({ shell: childShell(shell, parameters), text: one, isOfFile: !isText }));
}

/** `env -i A=1 B=2 command`. */
function envCall(shell: Shell, words: Values): readonly ProgramCall[] {
  const inner = childShell(shell, []);
  const functions: string[] = [];
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, name, value] = /^(\w+|BASH_FUNC_\w+%%)=([^]*)$/u.exec(word) ?? [];
    const exportedFunction = /^BASH_FUNC_(\w+)%%$/u.exec(name ?? '')?.[1];
    if (exportedFunction !== undefined) {
      functions.push(`${exportedFunction} ${value}; export -f ${exportedFunction}`);
    } else if (name !== undefined && value !== undefined) {
      inner.variables.set(name, [[value]]);
      inner.exported.add(name);
    } else if (/^(?:-i|-|--ignore-environment)$/u.test(word)) {
      inner.variables.clear();
      inner.exported.clear();
    } else if (/^(?:-u|-C|--unset|--chdir)$/u.test(word)) index += 1;
    else if (!word.startsWith('-')) break;
  }
  return [
    {
      shell: inner,
      text: functions.length === 0 ? undefined : functions.join('\n'),
      words: words.slice(index),
    },
  ];
}
