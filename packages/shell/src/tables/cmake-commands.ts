/** How the operands are passed to the program: all at once, or each in turn followed by the last. */
export type Operands = 'all' | 'each-to-last';

export interface CmakeCommand {
  /** The program that does the same, with its options. */
  readonly words: readonly string[];
  /** Default: all. */
  readonly operands?: Operands;
}

/** Options without a value, which say nothing about files. */
export const CMAKE_FLAGS = new Set(['--', '--ignore-eol', '--no-replace']);

const each = (names: string, command: CmakeCommand): readonly (readonly [string, CmakeCommand])[] =>
  names.split(' ').map((name) => [name, command]);

/** The small programs that cmake brings along, as `cmake -E copy a b`, besides `rm` and `tar`. */
export const cmakeCommands: ReadonlyMap<string, CmakeCommand> = new Map([
  ...each('cat', { words: ['cat'] }),
  ...'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum'
    .split(' ')
    .flatMap((name) => each(name, { words: [name] })),
  ...each('compare_files', { words: ['cmp'] }),
  ...each('touch', { words: ['touch'] }),
  ...each('touch_nocreate', { words: ['touch', '-c'] }),
  ...each('make_directory', { words: ['mkdir', '-p'] }),
  ...each('copy copy_if_different copy_if_newer', { words: ['cp'] }),
  ...each('copy_directory copy_directory_if_different copy_directory_if_newer', {
    words: ['cp', '-rT'],
    operands: 'each-to-last',
  }),
  ...each('rename', { words: ['mv', '-T'] }),
  ...each('create_symlink', { words: ['ln', '-sfT'] }),
  ...each('create_hardlink', { words: ['ln', '-T'] }),
]);

/** Those that name no file, and those whose words are a command, which are judged as what they run. */
const OTHERS = new Set(
  'capabilities echo echo_append environment sleep true false server help env time chdir rm remove remove_directory tar'.split(
    ' ',
  ),
);

export function isCmakeCommand(name: string): boolean {
  return cmakeCommands.has(name) || OTHERS.has(name);
}
