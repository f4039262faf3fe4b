import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments, ParsedArguments } from '../row.ts';
import { inThenOut, reads } from './operands.ts';
import { filledBy, filledDirectory, implied, route, type Route } from './route.ts';

/** `@file` is replaced by the arguments in the file, and messages show them. */
export function argumentFiles({ positionals }: ParsedArguments): readonly FileTouch[] {
  return positionals.flatMap((one) =>
    one.value?.startsWith('@') === true ? [implied('read', one.value.slice(1), one)] : [],
  );
}

/** Options of linkers and assemblers whose value is not a file that they write. */
const NOT_WRITTEN =
  /^--?(?:rpath|rpath-link|soname|h|z|e|entry|L|l|T|I|D|U|u|m|A|b|y|Y|F|f|G|O|j|dynamic-linker|library|library-path|undefined|defsym|version-script|dynamic-list|script|sysroot|format|oformat|MT|MQ|install_name|framework|wrap|hash-style|build-id|section-start|Ttext|Tdata|Tbss|plugin|plugin-opt|fuse-ld|sort-section|threads|icf|init|fini|march|mtune|mcpu|mabi|arch|platform_version|exclude-libs|retain-symbols-file|just-symbols|R|gdwarf-\d|debug-prefix-map|compress-debug-sections|warn-\w+|unresolved-symbols|reduce-memory-overheads|stack|pack-dyn-relocs|orphan-handling)$/u;

/** What words for a linker or an assembler write, and read as `@file`. An option that isn't known may name a file to write. */
function toolFiles(words: readonly (string | undefined)[]): readonly FileTouch[] {
  return words.flatMap((word = '', at): readonly FileTouch[] => {
    const place = { index: 1 };
    if (word.startsWith('@')) return [implied('read', word.slice(1), place)];
    const [, name = '', value] = /^(--?[\w-]+)(?:=([^]+))?$/u.exec(word) ?? [];
    const [, attached] = /^-o([^]+)$/u.exec(word) ?? [];
    if (attached !== undefined && !NOT_WRITTEN.test(name)) return [implied('write', attached, place)];
    if (name === '' || NOT_WRITTEN.test(name)) return [];
    if (value !== undefined) return [implied('write', value, place)];
    const next = words[at + 1];
    return next === undefined || next.startsWith('-') ? [] : [implied('write', next, place)];
  });
}

/** `-Wl,-Map=x`, `-Wp,-MD,x`, `-Wl,-o -Wl,x`, `-Xlinker -Map -Xlinker x`. */
function passedOn(argv: Arguments): readonly FileTouch[] {
  const words = argv.map(knownWord);
  const passed = words.flatMap((word, at) => {
    if (/^-X(?:linker|assembler|preprocessor)$/u.test(words[at - 1] ?? '')) return [word];
    const [, list] = /^-W[lap],([^]*)$/u.exec(word ?? '') ?? [];
    return list?.split(',') ?? [];
  });
  return toolFiles(passed);
}

/** `-f…=` with a value that is not a name of a file, or of one that is read. */
const NO_OUTPUT =
  /^-f(?:file-prefix-map|debug-prefix-map|macro-prefix-map|profile-prefix-map|plugin|plugin-arg-[\w-]+|profile-use|auto-profile|sanitize-(?:ignore|black)list|module-file|module-map-file|message-length|visibility|abi-version|template-depth|tls-model|diagnostics-\w+|use-ld|input-charset|exec-charset)=/u;

/** Whatever their value looks like, it is a name. */
const OUTPUT =
  /^-f(?:dump-|opt-info|profile-(?:dir|generate|instr-generate|note)|cs-profile|time-trace|optimization-record-file|module-output|crash-diagnostics-dir)/u;

/** `-fdump-tree-all=x`, `-fprofile-dir=x`. */
function namedByFlags(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const text = knownWord(word) ?? '';
    const [, value] = /^-f[\w-]+=([^]+)$/u.exec(text) ?? [];
    const [, log] = /^-fdiagnostics-(?:add|set)-output=(?:[^]*[:,])?file=([^,]+)/u.exec(text) ?? [];
    if (log !== undefined) return [implied('write', log, { index })];
    if (value === undefined || NO_OUTPUT.test(text) || !(/[./]/u.test(value) || OUTPUT.test(text))) return [];
    return [implied('write', value, { index }), ...filledDirectory({ value, index })];
  });
}

/** What only says how something is compiled, and what is printed of it. A plugin, or another place of its programs, is nothing of that. */
const FAMILIES =
  /^-(?:W(?!rapper)[^]*|f(?!plugin|use-ld=)[^]*|fuse-ld=(?:bfd|gold|lld|mold)$|m(?!llvm)[\w.,=+-]*|O\w*|g[\w,+-]*|d[A-Z]+|std=[\w+-]*|stdlib=[\w+-]*|print-[\w-]+(?:=[^]*)?|[DUILl][^]*|W[lap],[^]*)$|^--(?:help|print)[\w=,^-]*$/u;

const GCC = {
  flags: `
    -MD -MMD -MP -MG -MM -M -c -S -E -P -C -CC -H -v -### -w -s -Q -r -p -u -pg -pipe -pthread -pthreads -shared -static -static-libgcc
    -static-libstdc++ -static-pie -rdynamic -nostdlib -nostdlib++ -nostdinc -nostdinc++ -nodefaultlibs -nostartfiles -nolibc
    -no-pie -pie -ansi -pedantic -pedantic-errors -traditional -traditional-cpp -undef -trigraphs -remap -symbolic -time
    -coverage --coverage --version -version -dumpversion -dumpfullversion -dumpmachine -dumpspecs --target-help -no-canonical-prefixes
    -emit-llvm -Qunused-arguments --no-sysroot-suffix -noprebind -ObjC -ObjC++ -fsyntax-only -no-integrated-cpp`,
  values:
    '-x -I -L -D -U -l -isystem -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot --sysroot -imultilib -MT -MQ ' +
    '-Xlinker -Xassembler -Xpreprocessor -dumpdir -dumpbase -dumpbase-ext -z -A -arch -framework -target --target --param',
  reads: '-include -imacros -T',
  writes: '-o -MF -aux-info',
  syntax: 'exact',
  isComplete: true,
  families: FAMILIES,
} as const;

const more = (parsed: ParsedArguments, argv: Arguments): readonly FileTouch[] => [
  ...argumentFiles(parsed),
  ...passedOn(argv),
  ...namedByFlags(argv),
  ...filledBy(parsed, '-dumpdir'),
];

/** Compilers of C, preprocessors, assemblers and linkers. */
export const compilerRoutes: readonly (readonly [string, Route])[] = [
  ...route('gcc cc c++ g++ clang clang++ tcc icc', { ...GCC, operands: reads, more }),
  ...route('cpp', { ...GCC, operands: inThenOut, more }),
  ...route('as ld ld.gold ld.lld ld.bfd lld', {
    values: '-I -L -l -m -e/--entry -z -h -soname',
    reads: '-T/--script',
    writes: '-o/--output -Map --MD --dependency-file',
    syntax: 'exact',
    operands: reads,
    more: (parsed, argv) => [
      ...argumentFiles(parsed),
      ...toolFiles(
        argv
          .slice(1)
          .map(knownWord)
          .filter((word) => word?.startsWith('@') !== true),
      ),
    ],
  }),
];
