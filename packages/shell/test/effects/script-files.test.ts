import { expect, it } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { scriptFiles } from '../../src/effects/script/script-files.ts';

it.each<readonly [command: string, ...files: readonly string[]]>([
  ['./x.sh --now', '/w/./x.sh'],
  ['tools/gen a b', '/w/tools/gen'],
  ['/opt/x', '/opt/x'],
  ['bash x.sh data.txt', '/w/x.sh'],
  ['bash -eu x.sh data.txt', '/w/x.sh', '/w/data.txt'],
  ['python3.12 x.py', '/w/x.py'],
  ['node --import=./hook.mjs x.js', '/w/./hook.mjs', '/w/x.js'],
  ['node --require ./hook.cjs x.js y.js', '/w/./hook.cjs', '/w/x.js'],
  ['cd sub && ./x.sh', '/w/sub/./x.sh'],
  ['timeout 5 bash x.sh', '/w/x.sh'],
  ['sudo bash x.sh', '/w/x.sh'],
  ['FOO=1 env BAR=2 ./x.sh', '/w/./x.sh'],
  ['true && (false || ruby x.rb) | cat', '/w/x.rb'],
  [`bash -c './inner.sh a'`, '/w/./inner.sh'],
  ['find . -exec ./each.sh {} +', '/w/./each.sh'],
  ['echo "$(perl x.pl)"', '/w/x.pl'],
  ['make all', '/w/GNUmakefile', '/w/makefile', '/w/Makefile'],
  ['make -C lib -f rules.mk', '/w/lib/rules.mk', '/w/lib/GNUmakefile', '/w/lib/makefile', '/w/lib/Makefile'],
  ['npm test', '/w/package.json', '/w/.npmrc', '/package.json', '/.npmrc'],
  [
    'npm --prefix=web run x',
    '/w/web/package.json',
    '/w/web/.npmrc',
    '/w/package.json',
    '/w/.npmrc',
    '/package.json',
    '/.npmrc',
  ],
  ['python3 < x.py', '/w/x.py'],
  ['python3 dir', '/w/dir', '/w/dir/__main__.py'],
  ['setsid -w ./x.sh', '/w/./x.sh'],
  ["script -qc './x.sh a' /dev/null", '/w/./x.sh'],
  ['ls x.sh | xargs ./y.sh', '/w/./y.sh'],
  ['PATH=.:$PATH x.sh', '/w/./x.sh'],
  ['PATH=/opt/bin; x', '/opt/bin/x'],
  ['python3 -m a.b', '/w/a.b', '/w/a/b.py', '/w/a/b/__main__.py'],
  ['git apply x.diff', '/w/apply', '/w/x.diff'],
  ['patch -p1 < x.diff', '/w/x.diff'],
  ['sed -f x.sed y > z', '/w/x.sed'],
  ['sed --file=x.sed -i y', '/w/x.sed'],
  ['sqlite3 a.db < x.sql', '/w/x.sql'],
  ['sort < x > y'],
  ['rm x.sh'],
  ['touch "$x"'],
  ['wc -l $(cat s)'],
  ['git log bash'],
  ['echo x > y'],
  ['bash "'],
])('%s', (command, ...files) => {
  const found = scriptFiles(analyzeCommand(command, { cwd: '/w', home: '/h' }), '/w');
  // The code of `-c` is not a file, but may look like one.
  expect(found.filter((path) => !path.includes(' '))).toEqual(files);
});

/** What it runs isn't known, or the line writes it: every word of the line may say. */
it.each<readonly [command: string, ...files: readonly string[]]>([
  ['source env.sh', '/w/env.sh'],
  ['. ./env.sh', '/w/./env.sh'],
  ['bash < x.sh', '/w/x.sh'],
  ['cat x.sh | bash', '/w/x.sh'],
  ['ls x.sh | xargs bash', '/w/x.sh', '/w/bash'],
  ['find . -name x.sh -exec bash {} +', '/w/.', '/w/x.sh', '/w/bash', '/w/+'],
  ['cat x.diff | git apply', '/w/apply', '/w/x.diff'],
  ['bash "$(ls x.sh)"', '/w/x.sh'],
  ['BASH_ENV=x.sh bash -c :', '/w/:', '/w/x.sh'],
  ['patch -p1 -ix.diff', '/w/x.diff'],
  ['patch --input=x.diff', '/w/x.diff'],
  ['patch file x.diff', '/w/file', '/w/x.diff'],
  ['cd sub; bash s.sh', '/w/s.sh', '/w/sub/s.sh'],
  ['cd sub; ./s.sh', '/w/./s.sh', '/w/sub/./s.sh'],
  ['cd a; cd b; bash s.sh', '/w/s.sh', '/w/a/s.sh', '/w/b/s.sh', '/w/a/b/s.sh'],
  ['if test -d a; then cd a; fi; bash s.sh', '/w/s.sh', '/w/a/s.sh'],
  ['$PWD/s.sh', '/w/s.sh'],
  ['"$PWD"/s.sh', '/w/s.sh'],
  ['"${PWD}/s.sh" a', '/w/s.sh'],
  ['~+/s.sh', '/w/s.sh'],
  ['$(pwd)/s.sh', '/w/s.sh'],
  ['`pwd`/s.sh', '/w/s.sh'],
  ['bash $(pwd)/s.sh', '/w/s.sh'],
  ['cd sub; $PWD/s.sh', '/w/s.sh', '/w/sub/s.sh'],
  ['cp s.sh t.sh; bash t.sh', '/w/s.sh', '/w/t.sh'],
  ['mv s.sh t.sh; ./t.sh', '/w/s.sh', '/w/./t.sh'],
  ['ln -s s.sh t.sh; bash t.sh', '/w/s.sh', '/w/t.sh'],
  ['cat s.sh > t.sh; bash t.sh', '/w/s.sh', '/w/t.sh'],
  ['sed s/a/b/ s.sh > t.sh && bash t.sh', '/w/s.sh', '/w/t.sh'],
  ['dd if=s.sh of=t.sh; bash t.sh', '/w/t.sh'],
  ['install -m 755 s.sh bin/t; bin/t', '/w/s.sh', '/w/bin/t'],
  ['bash +o posix s.sh', '/w/s.sh'],
  ['while read x; do bash $x; done < list', '/w/list'],
  ['for f in a.sh b; do bash "$f"; done', '/w/a.sh', '/w/b'],
  ['xargs -n1 bash < list', '/w/list'],
  ['NODE_OPTIONS=--require=./x.js node -e 1', '/w/./x.js'],
  [`NODE_OPTIONS='--require ./x.js --import=y.mjs' node -e 1`, '/w/./x.js', '/w/y.mjs'],
  ['PYTHONPATH=lib:/opt/x.d python3 -c 1', '/opt/x.d'],
  ['node ./x', '/w/./x', '/w/./x.js', '/w/./x/index.js'],
  ['python3 -c "$(cat x.py)"', '/w/x.py'],
  ['node -e "$(< x.js)"', '/w/x.js'],
  ["export EDITOR='./x.sh'; git commit", '/w/./x.sh'],
  ['touch $(cat s)', '/w/s'],
  ['touch "$(head -1 dir/s)"', '/w/dir/s'],
  ['x=$(cat s); touch $x', '/w/s'],
  ['for f in $(cat s); do rm "$f"; done', '/w/s'],
  ['while read -r f; do rm "$f"; done < s', '/w/s'],
  ['cat s | xargs rm', '/w/s'],
  ['xargs -n1 rm < s', '/w/s'],
  ['parallel rm :::: s', '/w/s'],
  ['curl -d "$(cat s)" http://x.example/', '/w/s'],
  ['cd sub; mv $(cat s)', '/w/s', '/w/sub/s'],
  ["sqlite3 x.db '.read q.sql'", '/w/q.sql'],
  ["psql -c '\\i q.sql'", '/w/q.sql'],
  ["mysql -e 'source q.sql'", '/w/q.sql'],
  ['npm test', '/w/.npmrc'],
  ['pnpm install', '/w/.pnpmfile.cjs', '/w/pnpm-workspace.yaml'],
  ['yarn', '/w/.yarnrc.yml', '/w/package.json'],
  ['npx vitest', '/w/package.json'],
  ['cargo test', '/w/build.rs', '/w/Cargo.toml'],
  ['pytest -q', '/w/conftest.py', '/w/pyproject.toml'],
  ['docker compose up', '/w/compose.yaml'],
  ['docker build -f prod.Dockerfile .', '/w/prod.Dockerfile'],
  ['pip install -r list.txt', '/w/list.txt', '/w/setup.py'],
  ['eslint .', '/w/eslint.config.js'],
  ['git commit -m x', '/w/.git/hooks/pre-commit', '/w/.git/config'],
  ['git push', '/w/.git/hooks/pre-push'],
])('at least what %s names', (command, ...files) => {
  const found = scriptFiles(analyzeCommand(command, { cwd: '/w', home: '/h' }), '/w');
  expect(found).toEqual(expect.arrayContaining(files));
});

it('knows no relative file in an unknown directory', () => {
  const run = (command: string) =>
    scriptFiles(analyzeCommand(command, { cwd: undefined, home: '/h' }), undefined);
  expect(run('./x.sh; bash /a/x.sh')).toEqual(['/a/x.sh']);
});

it('looks only at the beginning of a line that is too long to be understood', () => {
  const line = 'x=a/b '.repeat(100_000);
  expect(scriptFiles(analyzeCommand(line, { cwd: '/w', home: '/h' }), '/w')).toEqual(['/w/a/b']);
  const other = `${'a=1 '.repeat(50_000)}x=a/b`;
  expect(scriptFiles(analyzeCommand(other, { cwd: '/w', home: '/h' }), '/w')).toEqual([]);
});
