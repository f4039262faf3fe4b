import type { FileTouch } from './file-touch.ts';
import { knownWord } from './known-word.ts';
import type { Arguments } from './row.ts';

const COMPILERS = 'gcc cc c++ g++ clang clang++ cpp tcc icc as ld ld.gold ld.lld ld.bfd lld rustc';
const BINUTILS =
  'ar ranlib nm objcopy objdump strip strings size readelf addr2line c++filt cxxfilt gprof elfedit dlltool windres windmc dwp coffdump srconv sysdump gold';
const LLVM =
  'llvm-ar llvm-ranlib llvm-nm llvm-objcopy llvm-objdump llvm-strip llvm-strings llvm-size llvm-readelf gcc-ar gcc-nm gcc-ranlib';

/** Programs that take `@file` for the words in the file, whose content is then what they do. */
export const WITH_RESPONSE_FILES: ReadonlySet<string> = new Set(
  [COMPILERS, BINUTILS, LLVM].flatMap((names) => names.split(' ')),
);

/** `nm @file`: the words in the file are arguments, and messages show them. */
export function responseFiles(name: string, argv: Arguments): readonly FileTouch[] {
  if (!WITH_RESPONSE_FILES.has(name)) return [];
  return argv.flatMap((word, argument): readonly FileTouch[] => {
    const text = argument === 0 ? undefined : knownWord(word);
    if (text?.startsWith('@') !== true || text.length === 1) return [];
    return [{ access: 'read', path: text.slice(1), isTree: false, argument }];
  });
}
