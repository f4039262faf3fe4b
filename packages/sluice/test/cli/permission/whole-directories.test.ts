import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({
  contents: new Map([
    ['/p/.env', ''],
    ['/p/sub/x', ''],
    ['/p/a.js', ''],
    ['/p/.hidden/x.py', ''],
    ['/p/a/conf.d/k.json', ''],
  ]),
  links: new Map(),
});

const withDeny = (command: string, rule = 'Read(.env)') =>
  verdict('Bash', command, { mode: 'bypassPermissions', deny: [rule], files });

/** They read every file. */
const OF_ALL_KINDS = [
  'semgrep .',
  'semgrep scan --config auto',
  'semgrep --config=p/ci --json .',
  'ctags -R .',
  'ctags -R',
  'universal-ctags --recurse',
  'cscope -Rb',
  'scc',
  'tokei .',
  'cloc --by-file .',
  'gitleaks detect',
  'trufflehog filesystem .',
  'codespell',
  'typos .',
  'ast-grep run -p x',
  'comby a b .ts -d .',
  'trivy fs .',
  'snyk code test',
  'repomix',
  'files-to-prompt . -o x.txt',
  'npx -y repomix',
  'colordiff -r . sub',
  'serve',
  'npx serve .',
  'python3 -m http.server 8000',
  'python3 -m http.server -d .',
  'python3 -mhttp.server',
  'python3 -Im http.server --dir .',
  'php -S localhost:8000',
  'php -S localhost:8000 -t.',
  'python3 -m zipfile -c x.zip .',
  'busybox httpd -f',
  'httpd -h .',
  'httpd -h.',
  'serve -n .',
  'jscpd -n .',
  'ctags -V -R .',
  'npm publish --dry-run false',
  'npm publish -- --dry-run',
  'npm publish ./sub/..',
  'yarn publish --dry-run',
  'caddy file-server --root .',
  'netlify deploy --dir=.',
  'vercel --prod',
  'npm publish',
  'cargo package',
  'timeout 9 scc',
  "bash -c 'tokei .'",
  'cd sub && semgrep ..',
  'd=.; semgrep "$d"',
] as const;

const OF_ONE_LANGUAGE = [
  'eslint .',
  'npx eslint .',
  'yarn eslint . --fix',
  'prettier --check .',
  'stylelint .',
  'bandit -r .',
  'ruff check .',
  'ruff check',
  'uvx ruff check',
  'python -m black --diff .',
  'poetry run flake8',
  'golangci-lint run',
  'gofmt -d .',
  'bundle exec rubocop',
  'yamllint .',
] as const;

describe('a program that reads a whole directory, where a rule denies a file of it', () => {
  it.each([
    'git diff --no-index . sub',
    'git diff --no-index sub ../q',
    'docker build .',
    'docker build -t x:1 --pull .',
    'docker buildx build .',
    'podman build .',
    'docker cp . c:/x',
    'aws s3 sync . s3://b',
    'gcloud builds submit .',
    'gsutil cp -r . gs://b',
    'rclone copy . r:b',
    'borg create r::a .',
    'restic -r x backup .',
    'mksquashfs . x.sq',
    'genisoimage -o x.iso .',
    'tar czf a.tgz .',
    ...OF_ALL_KINDS,
  ])('%s asks in bypassPermissions', (command) => {
    expect(withDeny(command)).toBe('?');
  });

  it.each([...OF_ALL_KINDS, ...OF_ONE_LANGUAGE])('%s asks where a rule is about a directory', (command) => {
    expect(withDeny(command, 'Read(keys/**)')).toBe('?');
    expect(withDeny(command, 'Read(//p/keys/**)')).toBe('?');
  });

  it.each([...OF_ALL_KINDS, ...OF_ONE_LANGUAGE])(
    '%s runs where no rule is about the directory',
    (command) => {
      expect(withDeny(command, 'Read(//q/**)')).toBe('A');
      expect(withDeny(command, 'Read(~/.ssh/**)')).toBe('A');
    },
  );

  it.each(OF_ONE_LANGUAGE)('%s runs where no rule is about a file that it reads', (command) => {
    for (const rule of ['Read(.env)', 'Read(.env.local)', 'Read(*.pem)', 'Read(.npmrc)', 'Read(/sub/id.key)'])
      expect([rule, withDeny(command, rule)]).toEqual([rule, 'A']);
    const ofSettings = /prettier|yamllint/u.test(command) ? '?' : 'A';
    for (const rule of ['Read(.env.*)', 'Read(.env*)'])
      expect([rule, withDeny(command, rule)]).toEqual([rule, ofSettings]);
  });

  it.each(OF_ONE_LANGUAGE)('%s asks where a rule may be about a directory anywhere below', (command) => {
    for (const rule of ['Read(conf.d)', 'Read(.*)', 'Read(.h*)', 'Read(*.d)', 'Read(*secret)', 'Read(.ssh)'])
      expect([rule, withDeny(command, rule)]).toEqual([rule, '?']);
  });

  it('asks about a linter that reads a file there that a pattern denies', () => {
    const there = createMemoryFiles({ contents: new Map([['/p/.env.json', '']]), links: new Map() });
    const judged = { mode: 'bypassPermissions', deny: ['Read(.env.*)'], files: there } as const;
    expect(verdict('Bash', 'eslint .', judged)).toBe('?');
    expect(verdict('Bash', 'ruff check .', judged)).toBe('A');
  });

  /** Options that take no value in this program, whatever they do in another. */
  it.each([
    'rubocop -l',
    'prettier -l',
    'prettier -c',
    'shfmt -l',
    'gofmt -l',
    'gofmt -d',
    'isort -c',
    'tokei -f',
    'jscpd -n',
    'serve -n',
    'scc -c',
    'cloc --ignore-whitespace',
    'httpd -f -h',
    'httpd -h',
    'python3 -m http.server --dir',
    'python3 -mhttp.server -d',
    'php -S localhost:1 -t',
    'npm pack',
    'npm publish --tag',
    'wrangler pages deploy',
  ])('%s DIRECTORY asks where a rule denies to read it', (command) => {
    for (const directory of ['/q', 'secret']) {
      const rule = directory === '/q' ? 'Read(//q/**)' : 'Read(/secret/**)';
      expect([directory, withDeny(`${command} ${directory}`, rule)]).toEqual([directory, '?']);
    }
  });

  it.each([
    ['eslint .', 'Read(secret.ts)'],
    ['ruff check', 'Read(*_secret.py)'],
    ['ruff check', 'Read(*.py)'],
    ['bandit -r .', 'Read(*secret*)'],
    ['bandit -r .', 'Read(secret)'],
    ['bandit -r .', 'Read(.hidden)'],
    ['gofmt -d .', 'Read(/sub/)'],
  ])('%s asks where the rule is %s', (command, rule) => {
    expect(withDeny(command, rule)).toBe('?');
  });

  it.each([
    'docker ps',
    'docker run -it alpine',
    'aws s3 ls',
    'restic snapshots',
    'rclone copy r:b s:b',
    'semgrep --version',
    'semgrep login',
    'semgrep a.js',
    'scc a.js',
    'ctags a.js',
    'comby a b .ts -d a.js',
    'gitleaks --help',
    'trivy image alpine',
    'vercel env ls',
    'gitleaks version',
    'npm help publish',
    'httpd -h sub/x',
    'scc -h',
    'cargo package --list',
    'php -v',
    'semgrep -l py a.js',
    'npm run publish-docs',
    'npm publish --dry-run',
    'python3 -m venv .venv',
    'python3 x.py',
    'npx create-thing .',
  ])('%s runs in bypassPermissions', (command) => {
    expect(withDeny(command)).toBe('A');
  });
});

describe('the program that runs the line, by its place in /proc', () => {
  it.each([
    ['/proc/self/exe -c "cat .env"', 'D'],
    ['/proc/thread-self/exe -c "cat .env"', 'D'],
    ['/proc/1234/exe -c "cat .env"', 'D'],
    ['/proc/self/exe -c ls', 'A'],
  ])('%s: %s', (command, expected) => {
    expect(withDeny(command)).toBe(expected);
  });
});

describe('a program that builds in a directory whose files a rule denies to change', () => {
  const denied = (command: string, deny = 'Edit(/secret/**)') =>
    verdict('Bash', command, { mode: 'bypassPermissions', deny: [deny], files });

  const SENT = [
    'make -C secret',
    'make -Csecret clean',
    'make --directory=secret',
    'ninja -C secret',
    'cmake --build secret',
    'npm --prefix secret run build',
    'npm -C secret run lint:fix',
    'cargo build --manifest-path secret/Cargo.toml',
    'cargo -C secret build',
    'go -C secret build',
    'tsc -p secret',
    'pip install -e secret',
    'just -d secret',
    'mvn -f secret/pom.xml install',
    'env -C secret make',
    'cd secret && pytest -q',
    'mvn -q -f secret/pom.xml install',
    'mvn -fsecret/pom.xml install',
    'gradle -psecret build',
    'terraform -chdir=secret apply',
    'npm -C secret run deploy -- --dry-run',
    'npm -C secret exec test',
    'make -C secret -- -n',
    'env --chdir=secret make',
    'env -Csecret make',
    'env -C secret ./gradlew build',
    'cd secret && make',
    '(cd secret && npm ci)',
    'cd secret; python3 x.py',
    'pushd secret && cargo test',
    "bash -c 'cd secret && make'",
    'd=secret; make -C "$d"',
    'timeout 5 make -C ./secret',
  ];

  it.each(SENT)('%s asks in bypassPermissions', (command) => {
    expect(denied(command)).toBe('?');
  });

  it.each(SENT)('%s runs in bypassPermissions where only some of its files are denied', (command) => {
    expect(denied(command, 'Edit(/secret/x)')).toBe('A');
    expect(denied(command, 'Edit(*.lock)')).toBe('A');
  });

  it.each([
    'make',
    'npm run build',
    'cargo build',
    'make -C sub',
    'cd sub && npm test',
    'make -n -C secret',
    'cd secret && ls',
    'cd secret && git commit -m x',
    'git -C secret status',
    'npm --version --prefix secret',
    'npm -C secret ls',
    'make -q -C secret',
    'npm -C secret test',
    'pnpm --dir secret run lint',
  ])('%s runs in bypassPermissions', (command) => {
    expect(denied(command)).toBe('A');
  });

  it.each([
    'git pull',
    'git -C secret pull',
    'git -C secret pull -q',
    'git -C secret merge -s subtree x',
    'git --work-tree=secret --git-dir=secret/.git pull',
  ])('%s may bring any file', (command) => {
    for (const rule of ['Edit(/secret/**)', 'Edit(/secret/x)', 'Edit(*.lock)'])
      expect(denied(command, rule)).toBe('?');
  });

  it.each(['make', 'npm run build', 'cargo test'])('%s runs although nothing may be edited', (command) => {
    expect(denied(command, 'Edit(/**)')).toBe('A');
  });
});

describe('a directory that holds nothing which a rule denies', () => {
  const here = createMemoryFiles({
    contents: new Map(
      ['/p/.env', '/p/src/a.ts', '/p/src/d/b.ts', '/p/kept/.env', '/p/linked/a', '/p/dst/x'].map((path) => [
        path,
        '',
      ]),
    ),
    links: new Map([['/p/linked/l', '/p/.env']]),
  });
  const judged = (line: string, ...deny: readonly string[]) =>
    verdict('Bash', line, { mode: 'bypassPermissions', deny, files: here });

  it.each([
    ...[
      'cp -r src dst',
      'cp -a src/ /p/new',
      'tar czf a.tgz src',
      'tar cf - src | wc -c',
      'zip -r a.zip src',
    ],
    ...[
      'rsync -a src/ dst',
      'grep -r x src | head',
      'find src -type f -exec grep -l x {} +',
      'cd src && tar czf ../a.tgz .',
    ],
  ])('%s runs', (line) => {
    expect(judged(line, 'Read(.env)')).toBe('A');
  });

  it.each([
    ...['cp -r . /tmp/x', 'cp -r kept dst', 'cp -r linked dst', 'tar czf a.tgz .', 'tar czf a.tgz src kept'],
    ...[
      'make; cp -r src dst',
      'git checkout x && tar czf a.tgz src',
      'for i in 1 2; do ./x; cp -r src dst; done',
    ],
    ...[
      'git archive HEAD src',
      'npx serve src',
      'python3 -m http.server -d src',
      'cp -r "$x" dst',
      'mv kept src; cp -r src dst',
    ],
    // From a directory that isn't known or isn't the only one.
    ...['-C "$x" .', '-C "$x" . -C /p/src .', '-C /p/kept . -C /p/src .', '-C ../kept . -C ../src .'].map(
      (words) => `cd src && tar czf ../a.tgz ${words}`,
    ),
    ...['cp -r ../p/kept dst', 'ln -s /p src/l && cp -rL src dst', './gen src; tar czf a.tgz src'],
  ])('%s asks, since it may hold one then, or held one', (line) => {
    expect(judged(line, 'Read(.env)')).not.toBe('A');
  });

  it.each([
    ...['rsync -a host:src/ ./src', 'rsync -a host:/p/src/ /p/src/', 'scp -r host:src .'],
    ...[
      'tar xzf a.tgz -C src',
      'unzip a.zip -d dst',
      'tar xzf a.tgz -C new',
      'mkdir new && tar xf a.tar -C new',
    ],
  ])('%s runs: a file of that name that comes there shows nothing', (line) => {
    expect(judged(line, 'Read(.env)')).toBe('A');
  });

  it.each([
    ...['tar xzf a.tgz -C kept', 'tar xzf a.tgz -C linked', 'unzip a.zip', 'rsync -a host:src/ .'],
    ...['ln -s .. src/l; tar xf a.tar -C src', 'cp -r "$x" kept', 'tar xPf a.tar', 'tar xf a.tar -C "$x"'],
  ])('%s asks: a file of that name is there, or may be reached', (line) => {
    expect(judged(line, 'Read(.env)')).not.toBe('A');
  });

  it('asks about a place that a rule names, and about editing', () => {
    for (const rule of ['Read(/src/.env)', 'Read(src/.env)', 'Edit(.env)'])
      expect(judged('tar xzf a.tgz -C src', 'Read(.env)', rule)).toBe('?');
  });

  it.each([
    ['cp -r src dst', 'Edit(dst/d/**)'],
    ['cp -r src dst', 'Edit(dst/src/**)'],
    ['rsync -a src/ dst', 'Edit(dst/d/**)'],
    ['cp -r src/d src dst', 'Edit(dst/src/**)'],
    ...['cp -r --parents src/d dst', 'cp --parents src/d/b.ts dst', 'rsync -aR src/d dst'].flatMap((line) => [
      [line, 'Edit(dst/src/d/b.ts)'],
      [line, 'Edit(**/src/d/**)'],
    ]),
    ['cp -r -S .env src dst', 'Edit(*.env)'],
    ['cp -rb --suffix=.env src dst', 'Edit(*.env)'],
    ['mv -b src dst', 'Edit(*~)'],
    ['rsync -ab --suffix=.env src/ dst/', 'Edit(*.env)'],
    ['cp -r src dst', 'Edit(b.ts)'],
  ])('%s is not allowed where a name that it copies is denied: %s', (line, rule) => {
    expect(judged(line, rule)).not.toBe('A');
  });

  it('runs where none of the names that it copies is denied', () => {
    expect(judged('cp -r src dst', 'Edit(dst/e/**)')).toBe('A');
  });
});

describe('a program that changes a whole directory, where a rule denies to edit a file of it', () => {
  const repository = createMemoryFiles({
    contents: new Map(['/p/src/key.ts', '/p/src/key.py', '/p/sub/x'].map((path) => [path, ''])),
  });
  const judged = (line: string, rule = 'Edit(**/key.*)') =>
    verdict('Bash', line, { mode: 'bypassPermissions', deny: [rule], files: repository });

  it.each([
    ...['prettier --write .', 'npx prettier -w src', 'eslint --fix src', 'oxfmt', 'biome check --write .'],
    ...['black src', 'ruff check --fix', 'ruff format .', 'python -m black .', 'isort .'],
    ...[
      'fastmod a b',
      'fastmod a b -d src',
      'git mv src dst',
      'git mv src/key.ts x',
      'rename s/x/key/ src/x.ts',
    ],
    ...[
      'aws s3 sync s3://b src',
      'aws s3 cp s3://b/x src/key.ts',
      'gsutil cp gs://b/x src',
      'rclone copy h:x src',
    ],
    ...[
      'aws s3 sync s3://b new',
      'aws s3 cp --recursive s3://b new',
      'rclone copy h:x new',
      'gsutil cp -r gs://b new',
    ],
    ...['borg extract h::x', 'sd a b src/key.ts', 'codespell -w', 'sg -p a -r b -U src'],
  ])('%s is not allowed', (line) => {
    expect(judged(line)).not.toBe('A');
  });

  it.each([
    ...['prettier --check .', 'eslint .', 'black --check src', 'ruff check', 'oxfmt --check'],
    ...['prettier --write sub/x', 'eslint --fix sub/x'],
    ...['aws s3 sync src s3://b', 'restic backup src', 'sd a b sub/x', 'aws s3 cp s3://b/x sub/x'],
    ...['aws s3 cp s3://b/x new', 'gsutil cp gs://b/x new/x'],
  ])('%s runs', (line) => {
    expect(judged(line)).toBe('A');
  });

  it.each(['prettier --write .', 'eslint --fix .', 'black .'])(
    '%s runs where it changes no such file',
    (line) => {
      expect(judged(line, 'Edit(**/.env)')).toBe('A');
    },
  );
});

describe('a directory that is not known is any, wherever a program unpacks into it', () => {
  it.each([
    ...[
      'tar x -C "$D"',
      'tar xf x.tar -C"$D" b.ts',
      'tar xf x.tar --directory="$D" b.ts',
      'tar xfC x.tar "$D"',
    ],
    ...['tar xf x.tar -C sub -C "$D"', 'tar xf x.tar -C "$D" a -C sub b', 'bsdtar -xf x.tar -C "$D" b.ts'],
    ...['unzip x.zip -d "$D"', 'unzip -d"$D" x.zip b.ts', '7z x x.7z "-o$D"', '7z x x.7z -o"$D" b.ts'],
    ...[
      'unrar x x.rar b.ts "$D"',
      'cpio -i -D "$D" b.ts',
      'ar x x.a --output "$D" b.o',
      'jar xf x.jar -C "$D"',
    ],
    ...['unar -o "$D" x.zip', 'cabextract -d "$D" x.cab', 'tar xPf x.tar b.ts'],
  ])('%s asks', (line) => {
    expect(withDeny(line, 'Edit(//out/**)')).toBe('?');
  });

  it.each([
    'tar x -C sub',
    'tar xf x.tar b.ts',
    'unzip x.zip -d sub',
    '7z x x.7z -osub',
    'D=sub; tar x -C "$D"',
  ])('%s runs', (line) => {
    expect(withDeny(line, 'Edit(//out/**)')).toBe('A');
  });
});

describe('a rule that denies a file which is not there yet', () => {
  const here = createMemoryFiles({
    contents: new Map(
      [
        '/p/src/a.ts',
        '/p/other/b.ts',
        '/p/x.tar',
        '/p/x.zip',
        '/p/dst/sub/x',
        '/p/dst/y.ts',
        '/p/1.patch',
      ].map((path) => [path, '']),
    ),
    links: new Map(),
    deleted: ['/p/dst/a.ts'],
  });
  const judged = (
    line: string,
    rule: string,
    mode: 'bypassPermissions' | 'acceptEdits' = 'bypassPermissions',
  ) => verdict('Bash', line, { mode, allow: ['Bash'], deny: [rule], files: here });

  it.each([
    ...['cp -r src/. dst', 'cp -a src/. dst', 'cp -rT src dst', 'cp -r "$x" dst', 'rsync -a src/ dst'],
    ...['rsync -a src/ dst/', 'rsync -a h:src/ dst/', 'rsync -a src/ other/ dst/'],
    ...['tar -C dst -xf x.tar', 'tar xf x.tar -C dst', 'unzip x.zip -d dst', 'unzip -o x.zip -d dst'],
    ...[
      '7z x x.zip -odst',
      'bsdtar -xf x.tar -C dst',
      'cd dst && tar xf ../x.tar',
      'cd dst && unzip ../x.zip',
    ],
    ...[
      'mv -T src dst',
      'git checkout main -- dst/',
      'git checkout main -- .',
      'git checkout main -- dst',
      'unzip x.zip -d .',
    ],
    ...['tar xf x.tar dst', '7z x x.7z dst', 'pax -r dst', 'unzip -j x.zip sub/a.ts -d dst', 'tar xPf x.tar'],
    ...['tar xf x.tar -C dst a.ts -C ../other b.ts', "tar xf x.tar --transform 's/b/a/' dst/b.ts"],
    ...['git restore dst', 'git restore -s main dst', 'git checkout -- dst'],
    ...[
      'make; cp -r other/. dst',
      'mv src/a.ts other; cp -r other/. dst',
      'tar cf - other | tar xf - -C dst',
    ],
  ])('%s is not allowed', (line) => {
    for (const rule of ['Edit(/dst/a.ts)', 'Edit(//p/dst/a.ts)', 'Read(/dst/a.ts)'])
      for (const mode of ['bypassPermissions', 'acceptEdits'] as const)
        expect([rule, mode, judged(line, rule, mode)]).not.toEqual([rule, mode, 'A']);
  });

  it.each([
    ['cp -r src dst/*', 'src/a.ts'],
    ['cp src/a.ts dst/*', 'a.ts'],
    ['for f in dst/sub/*; do touch "$f.bak"; done', 'x.bak'],
    ['find dst/sub -type f -exec cp {} {}.bak \\;', 'x.bak'],
    ['gzip -r dst/sub', 'x.gz'],
  ])('%s is not allowed where a rule denies to edit %s', (line, name) => {
    expect(judged(line, `Edit(/dst/sub/${name})`)).not.toBe('A');
  });

  it.each([
    ...['cp -r other/. dst', 'cp -rT other dst', 'rsync -a other/ dst', 'mv -T other dst', 'cp -r other dst'],
    ...[
      'cp other/b.ts dst',
      'tar xf x.tar -C other',
      'unzip x.zip -d other',
      'rm -r dst/sub',
      'chmod -R u+w dst',
    ],
    ...['git restore dst/y.ts', 'git checkout main -- dst/y.ts', 'git checkout dst'],
    ...['sed -i s/a/b/ dst/*.ts', 'touch dst/*', 'ls dst', 'mkdir -p dst/new', 'tar czf a.tgz dst'],
    "find dst -name '*.ts' -exec sed -i s/a/b/ {} +",
  ])('%s runs: it creates no file of that name', (line) => {
    expect(judged(line, 'Edit(/dst/a.ts)')).toBe('A');
  });
});

describe('what goes away is what is there now', () => {
  const rules = ['Edit(.env)', 'Read(.env)', 'Edit(**/secret/**)'];
  const there = createMemoryFiles({
    contents: new Map(
      [
        '/p/.env',
        '/p/plain/a.js',
        '/p/dist/a.js',
        '/p/dist/b/c.js',
        '/p/sub/.env',
        '/p/secret/x',
        '/p/lib/secret/x',
      ].map((path) => [path, '']),
    ),
    links: new Map([['/p/dist/link', '/p/sub']]),
  });
  const decide = (command: string): readonly string[] =>
    rules.map((rule) => verdict('Bash', command, { mode: 'bypassPermissions', deny: [rule], files: there }));

  it.each([
    'rm -rf dist',
    'rm -rf dist gone',
    'rm -rf dist/* gone/*',
    'rm -rf dist && npm run build',
    'ls > log; rm -rf dist; mkdir dist; cp a dist',
    'rm -rf ./dist && ./build.sh',
    'find dist -delete',
    "find dist -name '*.map' -exec rm -f {} +",
    'mv plain old',
    'jq . a > t && mv t a',
    'sed s/a/b/ a > a.new; mv a.new a',
  ])('%s runs where that is not a file of a rule', (command) => {
    expect(decide(command)).toEqual(['A', 'A', 'A']);
  });

  it.each([
    'rm -rf sub lib',
    'rm -rf sub/* lib/*',
    'find . -delete',
    "find . -name '*.map' -exec rm -f {} +",
    'npm run build && rm -rf dist',
    'npm run build & rm -rf dist',
    'for d in dist; do npm run build; rm -rf $d; done',
    'clean() { rm -rf dist; }; npm run build; clean',
    "bash -c 'npm run build; rm -rf dist'",
    "find dist -exec sh -c 'mv x dist; rm -rf dist' \\;",
    'rm -rf "$x"',
    'mv t a',
    'echo x > t; rm t; mkdir t; mv t a',
    'while read x; do echo > t; mv t a; mkdir t; done',
  ])('%s asks where it may be one', (command) => {
    expect(decide(command)).not.toContain('A');
  });
});

describe('what is edited by a pattern or a list is what is there now', () => {
  const there = createMemoryFiles({
    contents: new Map(
      [
        '/p/.env',
        '/p/src/a.ts',
        '/p/src/b.ts',
        '/p/src/sub/c.ts',
        '/p/lib/.env',
        '/p/lib/x.ts',
        '/p/keys/k.ts',
      ].map((path) => [path, '']),
    ),
  });
  const RULES = ['Edit(.git/**)', 'Read(.env)', 'Edit(keys/**)'];
  const decide = (command: string): readonly string[] =>
    RULES.map((rule) => verdict('Bash', command, { mode: 'bypassPermissions', deny: [rule], files: there }));

  it.each([
    'sed -i s/a/b/ src/*.ts',
    'chmod +x src/*.ts',
    'for f in src/*.ts; do sed -i \'s/a/b/\' "$f"; done',
    'for f in src/*; do touch "$f"; done',
    "find src -type f -name '*.ts' | xargs sed -i s/a/b/",
    'sed -i s/a/b/ src/*.ts && npm test',
  ])('%s runs where that is not a file of a rule', (command) => {
    expect(decide(command)).toEqual(['A', 'A', 'A']);
  });

  it.each([
    'sed -i s/a/b/ lib/.* keys/*',
    'chmod +x lib/.* keys/*',
    'for f in lib/.* keys/*; do sed -i s/a/b/ "$f"; done',
    'find lib keys -type f | xargs sed -i s/a/b/',
    'npm test; sed -i s/a/b/ src/*',
    'for f in src/*; do npm test; sed -i s/a/b/ "$f"; done',
    'for f in src/*; do sed -i s/a/b/ "$f$x"; done',
    'find src -type f | sed s,src,lib, | xargs sed -i s/a/b/',
    'find src -type f | xargs -I{} sed -i s/a/b/ {}x',
    "touch 'src/x lib'; find src -type f | xargs sed -i s/a/b/",
    'grep -Rl foo src | xargs sed -i s/a/b/',
    'grep -l foo src/* | xargs sed -i s/a/b/',
    'f=src/*; sed -i s/a/b/ $f',
  ])('%s asks where it may be one', (command) => {
    expect(decide(command).slice(1)).not.toContain('A');
  });

  it.each(['find src -type f | xargs sed -i s/a/b/', 'sed -i s/a/b/ $(find src -type f)'])(
    'acceptEdits asks about %s',
    (command) => {
      expect(verdict('Bash', command, { mode: 'acceptEdits', files: there })).toBe('?');
    },
  );
});
