import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import { pathWords } from '../path-words.ts';
import type { Arguments } from '../row.ts';
import { argumentFiles } from './compilers.ts';
import { reads } from './operands.ts';
import { filledBy, implied, route, type Route } from './route.ts';

/** `-Xlog:gc:file=x`, `-Xloggc:x`, `-XX:LogFile=x`, and the same behind `-J`. */
function filesOfMachine(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const text = (knownWord(word) ?? '').replace(/^-J(?=-)/u, '');
    const [, log] = /^-Xlog:[^:]*:(?:file=)?"?([^:"]+)/u.exec(text) ?? [];
    if (log !== undefined) return /^std(?:out|err)$/u.test(log) ? [] : [implied('write', log, { index })];
    const [, path] = /^-X(?:loggc:|X:\w+=)([^]+)$/u.exec(text) ?? [];
    if (path === undefined || !/[./]/u.test(path)) return [];
    return [implied('read', path, { index }), implied('write', path, { index })];
  });
}

/** Programs of Java. */
export const javaRoutes: readonly (readonly [string, Route])[] = [
  ...route('java', {
    values: '-cp -classpath --class-path -p --module-path --add-modules --add-opens --add-exports',
    reads: '-jar',
    order: 'options-first',
    syntax: 'words',
    operands: ({ positionals }) => [['read', positionals.slice(0, 1)]],
    more: (parsed, argv) => [
      ...argumentFiles(parsed),
      ...filesOfMachine(argv),
      ...pathWords(argv, parsed.positionals[0]?.index ?? argv.length),
    ],
  }),
  ...route('javac', {
    values: '-cp -classpath --class-path --release -d -s -h',
    writes: '-Xstdout',
    operands: reads,
    syntax: 'words',
    more: (parsed, argv) => [
      ...argumentFiles(parsed),
      ...filesOfMachine(argv),
      ...filledBy(parsed, '-d', '-s', '-h'),
    ],
  }),
  ...route('keytool', {
    writes: '-keystore -file -destkeystore',
    syntax: 'words',
    more: (_parsed, argv) => filesOfMachine(argv),
  }),
  ...route('jlink jpackage', {
    values: '--output -d/--dest',
    more: (parsed) => filledBy(parsed, '--output', '-d'),
  }),
  ...route('mvn mvnw', { values: '-f/--file -D -P -pl', writes: '-l/--log-file' }),
];
