const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['c89', 'c99', 'c89-gcc', 'c99-gcc'].map((name) => [name, 'gcc'] as const),
  ...['gold', 'mold', 'ld.mold'].map((name) => [name, 'ld'] as const),
  ...['vim.basic', 'vim.tiny', 'vim.nox', 'vim.gtk3', 'rvim', 'rview', 'vimx'].map(
    (name) => [name, 'vim'] as const,
  ),
]);

/** A machine and a system before the name: `x86_64-linux-gnu-gcc`. */
const TARGET =
  /^(?:x86_64|i[3-6]86|aarch64|arm\w*|riscv\w*|powerpc\w*|mips\w*|s390x?|wasm32)(?:-\w+)*-(?:gnu|musl|linux|elf|eabi|darwin|mingw32)\w*-(?=[a-z])/u;

/** Programs that a version may follow: `gcc-12`, `python3.11`. */
const VERSIONED =
  /^(gcc|g\+\+|cc|c\+\+|cpp|clang|clang\+\+|clang-format|python3?|pypy3?|ruby|perl|php|lua|gawk|node|javac?|ar|as|ld|objcopy|strip|llvm-\w+)-?\d[\d.]*$/u;

/** The name under which tables know a program that has others as well. */
export function knownName(name: string): string {
  const bare = name.replace(TARGET, '');
  const [, unversioned = bare] = VERSIONED.exec(bare) ?? [];
  const known = unversioned === 'python' && bare.startsWith('python3') ? 'python3' : unversioned;
  return ALIASES.get(known) ?? known;
}
