/** A program that reads all files of the directories it is given and shows, quotes or sends what is in them. */
export interface TreeReader {
  /** Only files whose names end so. Default: all. */
  readonly endings: readonly string[] | undefined;
  /** It reads only after one of these words, which come before the directories. Default: always. */
  readonly verbs: RegExp | undefined;
  /** With one of these as its first word it reads no directory. */
  readonly unless: RegExp | undefined;
  /** It reads directories only with an option such as this. Default: always. */
  readonly option: RegExp | undefined;
  /** Options whose value is the directory, which no other word names. Default: operands are directories. */
  readonly directory: RegExp | undefined;
  /** Operands are directories beside the values of these options. */
  readonly alsoOperands: boolean;
  /** Options whose value is no directory. Default: none; the word after any other option may be its value or a directory. */
  readonly valued: RegExp | undefined;
  /** With one of these it shows and sends nothing of the files. Default: none. */
  readonly dryRun: RegExp | undefined;
}

const reader = (names: string, more: Partial<TreeReader> = {}): readonly [string, TreeReader][] =>
  names.split(' ').map((name) => [
    name,
    {
      endings: undefined,
      verbs: undefined,
      unless: undefined,
      option: undefined,
      directory: undefined,
      alsoOperands: false,
      valued: undefined,
      dryRun: undefined,
      ...more,
    },
  ]);

const ending = (list: string): Partial<TreeReader> => ({ endings: list.split(' ').map((one) => `.${one}`) });

const SCRIPTS = 'js mjs cjs jsx ts mts cts tsx vue svelte astro json';
const STYLES = 'css scss sass less';

const PUBLISHED: Partial<TreeReader> = {
  verbs: /^(?:publish|pack|package)$/u,
  directory: /^(?:-C|--dir|--cwd|--prefix)$/u,
  alsoOperands: true,
};

/** Programs of which no other table knows that they read whole directories. */
export const treeReaders: ReadonlyMap<string, TreeReader> = new Map([
  // Searches, by patterns, for mistakes, or for secrets.
  ...reader('semgrep opengrep', {
    unless: /^(?:login|logout|install\S*|publish|show|lsp|test|validate|help|version)$/u,
    valued:
      /^(?:-[celoj]|--(?:config|pattern|lang|output|jobs|severity|exclude|include|timeout|max-memory))$/u,
  }),
  ...reader('codespell typos git-secrets cindex rga ripgrep-all'),
  ...reader('ast-grep sg gitleaks', { unless: /^(?:help|version|completions?)$/u }),
  ...reader('comby', { directory: /^-(?:d|directory)$/u }),
  ...reader('trufflehog', { verbs: /^(?:filesystem|git)$/u }),
  ...reader('detect-secrets', { verbs: /^(?:scan|audit)$/u }),
  ...reader('trivy', { verbs: /^(?:fs|filesystem|config|rootfs|repo|repository)$/u }),
  ...reader('snyk', { verbs: /^(?:code|iac)$/u }),
  ...reader('checkov kics', {
    unless: /^(?:help|version)$/u,
    directory: /^(?:-d|--dir[a-z]*|-p|--path)$/u,
  }),
  ...reader('bearer horusec', { verbs: /^(?:scan|start)$/u }),
  ...reader('yara', { option: /^-\w*r|^--recursive$/u }),
  // Counts, and indexes that quote lines.
  ...reader('scc tokei cloc gocloc sloccount loc jscpd'),
  ...reader('ctags etags uctags exctags universal-ctags ctags-exuberant ctags-universal', {
    option: /^-\w*R|^--recurse(?:$|=y)/u,
  }),
  ...reader('cscope', { option: /^-\w*R/u }),
  ...reader('gtags'),
  // One text of a whole directory.
  ...reader('repomix repopack gitingest code2prompt files-to-prompt yek codefetch ai-digest'),
  ...reader('difft diffoscope'),
  ...reader('colordiff sdiff wdiff', { option: /^-\w*r|^--recursive$/u }),
  // What serves, uploads or packs it.
  ...reader('serve http-server live-server servor darkhttpd miniserve webfsd simplehttpserver'),
  ...reader('caddy', { verbs: /^file-server$/u, directory: /^(?:-r|--root)$/u }),
  ...reader('httpd', { directory: /^-h$/u }),
  ...reader('php', { option: /^(?:-S|--server)/u, directory: /^(?:-t|--docroot)$/u }),
  ...reader('surge'),
  ...reader('vercel now', {
    unless: /^(?:env|logs?|ls|list|login|logout|whoami|inspect|domains|link|pull)$/u,
  }),
  ...reader('netlify firebase wrangler flyctl fly railway eb cf heroku', {
    verbs: /^(?:deploy|publish|up|push|launch)$/u,
    directory: /^(?:-d|--dir|-p|--path)$/u,
    alsoOperands: true,
    dryRun: /^--dry-run$/u,
  }),
  ...reader('npm pnpm bun', { ...PUBLISHED, dryRun: /^--dry-run$/u }),
  ...reader('cargo', { ...PUBLISHED, alsoOperands: false, dryRun: /^(?:-n|--dry-run|-l|--list)$/u }),
  ...reader('yarn vsce', PUBLISHED),
  ...reader('docker-compose', { verbs: /^build$/u, directory: /^--project-directory$/u }),
  // Of one language. They quote the lines that they find fault with, or print them in another form.
  ...reader('eslint', {
    ...ending(SCRIPTS),
    valued:
      /^(?:-[cfo]|--(?:config|ext|format|output-file|rule|max-warnings|ignore-pattern|parser|plugin))$/u,
  }),
  ...reader('oxlint xo standard jshint tslint', ending(SCRIPTS)),
  ...reader('deno', {
    ...ending(`${SCRIPTS} ${STYLES} html md yml yaml ipynb sql vue svelte`),
    verbs: /^(?:fmt|lint)$/u,
  }),
  ...reader('biome dprint prettier oxfmt', ending(`${SCRIPTS} ${STYLES} html md mdx yml yaml graphql`)),
  ...reader('stylelint', ending(STYLES)),
  ...reader(
    'bandit black flake8 pylint isort pyflakes pycodestyle autopep8 yapf vulture radon',
    ending('py pyi'),
  ),
  ...reader('ruff', {
    ...ending('py pyi ipynb'),
    verbs: /^(?:check|format)$/u,
    valued:
      /^--(?:config|select|ignore|extend-select|fixable|output-format|target-version|line-length|exclude)$/u,
  }),
  ...reader('gofmt goimports gofumpt golangci-lint staticcheck gosec revive', {
    ...ending('go'),
    unless: /^(?:help|version|linters|completion)$/u,
  }),
  ...reader('rubocop standardrb reek brakeman', ending('rb rake erb')),
  ...reader('shfmt shellharden', ending('sh bash')),
  ...reader('yamllint ansible-lint', ending('yml yaml')),
  ...reader('markdownlint markdownlint-cli2 mdl vale', ending('md mdx markdown')),
  ...reader('phpcs phpstan psalm phpmd', ending('php')),
  ...reader('tfsec tflint terrascan', ending('tf tfvars')),
  ...reader('cppcheck flawfinder cpplint', ending('c h cc cpp cxx hpp hh')),
  ...reader('swiftlint swiftformat', ending('swift')),
  ...reader('ktlint detekt', ending('kt kts')),
  ...reader('sqlfluff', { ...ending('sql'), verbs: /^(?:lint|fix|format)$/u }),
]);

/** Modules of Python that do so, beside those that are programs too; the options that name the directory. */
export const treeModules: ReadonlyMap<string, TreeReader> = new Map([
  ...reader('http.server', { directory: /^(?:-d|--d[a-z]*)$/u }),
  ...reader('zipfile tarfile', { option: /^(?:-c|--create)$/u }),
  ...reader('codespell_lib'),
]);
