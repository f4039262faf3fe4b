/** Whether a program that reads whole directories changes what it finds there, by the words of its call. */
interface TreeWriter {
  /** It does with one of these. Default: always. */
  readonly with?: RegExp;
  /** It does not with one of these. Default: none. */
  readonly unless?: RegExp;
}

const writer = (names: string, more: TreeWriter): readonly [string, TreeWriter][] =>
  names.split(' ').map((name) => [name, more]);

const treeWriters: ReadonlyMap<string, TreeWriter> = new Map([
  ...writer('eslint oxlint xo standard stylelint golangci-lint standardrb ansible-lint', {
    with: /^--fix(?:$|=)/u,
  }),
  ...writer('biome dprint prettier', { with: /^(?:-\w*w\w*|--write|--fix|--apply\S*|fmt)$/u }),
  ...writer('deno', { with: /^(?:fmt|--fix)$/u, unless: /^--check$/u }),
  ...writer('oxfmt', { unless: /^--(?:check|list-different)$/u }),
  ...writer('black isort', { unless: /^(?:-c|--check|--check-only|--diff|-d)$/u }),
  ...writer('autopep8 yapf', { with: /^(?:-\w*i\w*|--in-place)$/u }),
  ...writer('ruff', { with: /^(?:format|--fix|--fix-only|--unsafe-fixes)$/u, unless: /^--(?:check|diff)$/u }),
  ...writer('gofmt goimports gofumpt shfmt codespell typos', {
    with: /^(?:-\w*w\w*|--write(?:-changes)?)$/u,
  }),
  ...writer('rubocop', { with: /^(?:-[aAx]|--(?:auto|safe-auto|fix)\S*)$/u }),
  ...writer('markdownlint markdownlint-cli2', { with: /^(?:-f|--fix)$/u }),
  ...writer('swiftformat', { unless: /^--(?:lint|dryrun)$/u }),
  ...writer('swiftlint', { with: /^(?:--fix|--autocorrect|autocorrect)$/u }),
  ...writer('ktlint', { with: /^(?:-F|--format)$/u }),
  ...writer('sqlfluff', { with: /^(?:fix|format)$/u }),
  ...writer('ast-grep sg', { with: /^(?:-U|--update-all|-i|--interactive)$/u }),
  ...writer('comby', { with: /^-(?:i|in-place)$/u }),
]);

/** @param words undefined: a word that is not known, which may be any option */
export function writesTrees(name: string, words: readonly (string | undefined)[]): boolean {
  const found = treeWriters.get(name);
  if (found === undefined) return false;
  if (words.some((word) => word !== undefined && found.unless?.test(word) === true)) return false;
  return (
    found.with === undefined || words.some((word) => word !== undefined && found.with?.test(word) === true)
  );
}
