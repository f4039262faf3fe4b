import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it, vi } from 'vitest';
import { judge, verdict } from './judge.ts';
import { DIRECTORY_ROUTES, OPTION_ROUTES } from './option-routes.ts';
import { REMOVING_ROUTES, READING_ROUTES, RUNNING_ROUTES, WRITING_ROUTES } from './deny-routes.ts';

const files = createMemoryFiles({
  contents: new Map([
    ...['/p/target', '/p/sub/target', '/p/sub/x', '/p/.env'].map((path) => [path, ''] as const),
    ['/p/notes', '-o target'],
  ]),
});

const bypass = { mode: 'bypassPermissions', files } as const;

describe('routes around a deny rule in bypassPermissions', () => {
  it.each(WRITING_ROUTES)('deny Edit(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toBe('D');
  });

  it.each(WRITING_ROUTES.slice(0, 40))('deny Write(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Write(target)'] })).toBe('D');
  });

  it.each(REMOVING_ROUTES)('deny Edit(target), which it removes: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toBe('D');
  });

  it.each(READING_ROUTES)('deny Read(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('D');
  });

  it.each(RUNNING_ROUTES)('deny Bash(rm *): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('D');
  });
});

describe('a file that a word of the command may become, or an option names, is not used unasked under a deny rule', () => {
  const notAllowed = /^[D?]$/u;

  it.each([
    ...[
      'sort',
      'sed -n p',
      'strings',
      'jq -R .',
      'tar cf -',
      'tar czf x.tgz --',
      'xxd',
      'file',
      'gzip -c',
    ].map((one) => `${one} *`),
    ...['zip x.zip', '7z a x.7z', 'scp', 'curl -T', 'docker cp', 'git add', 'git hash-object -w'].map(
      (one) => `${one} * x:`,
    ),
    ...['gpg -c', 'openssl dgst', 'perl -ne print', 'split', 'less', 'mytool', 'lz4 -m'].map(
      (one) => `${one} *`,
    ),
    'mytool t*',
    'mytool ./*',
    'sort "$x"',
    ...['git add', 'git stage -f', 'git hash-object -w', 'git update-index --add'].flatMap((one) => [
      `cat list | xargs ${one}`,
      `xargs -n1 ${one} < list`,
      `${one} $(cat list)`,
      `while read -r f; do ${one} "$f"; done < list`,
    ]),
    ...['add', 'stage', 'commit -m x'].map((one) => `git ${one} --pathspec-from-file=list`),
    'for f in .* *; do sort "$f"; done',
    'find . -type f | xargs sort',
    'ls -A | while read f; do sort "$f"; done',
    'zip -@ x.zip <<< target',
    "sftp h <<< 'put target'",
    'jq -n \'import "target" as t; t\'',
    "mytool $(git ls-files -o --exclude '*.ts')",
    "find . -print -name '*.ts' | xargs mytool",
    "find . -name '*.ts' -name '*.js' -o -type f | xargs mytool",
    "find . -name '*.ts' -printf '%h/../target\\n' | xargs mytool",
  ])('deny Read(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toMatch(notAllowed);
  });

  it.each([
    ...['uniq *', 'split notes "$x"', 'split notes *', 'xxd -r *'],
    ...[
      'gunzip -fN a.gz',
      'gzip -d --name -f a.gz',
      'curl -OJ http://x/y',
      'curl --remote-header-name -O http://x/y',
      'wget --content-disposition http://x/y',
      'wget --trust-server-names http://x/y',
      "vim -es -c 'set verbosefile=target' -c q a",
      'sqlite3 a.db ".read \'|echo .once target; echo select 1;\'"',
      'python3 -m zipfile -e a.zip .',
      'python3 -m tarfile -e a.tar',
      "scp h:'*' .",
      "sftp h <<< 'mget *'",
      "make -f - <<< '$(file >$(X),hi)'",
    ].flatMap((one) => [one, `mkdir D; cd D; cd ..; ${one}`]),
  ])('deny Edit(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toMatch(notAllowed);
  });
});

describe('files that git names', () => {
  const contents = new Map(
    ['/p/secret', '/p/sub/notes', '/p/src/key', '/p/src/a.js', '/p/x.d/key', '/p/a.js', '/p/.gitignore'].map(
      (path) => [path, ''],
    ),
  );
  const repository = createMemoryFiles({ contents, ignored: ['/p/secret'] });
  const under = (rule: string) => ({ mode: 'bypassPermissions', files: repository, deny: [rule] }) as const;
  const IGNORED = under('Read(secret)');
  const KEPT = under('Read(key)');
  const UNCHANGED = under('Edit(key)');

  it.each([
    ['git add .', IGNORED],
    ['git add -A', IGNORED],
    ['git add . && git commit -m x && git checkout -b other', IGNORED],
    ['git add . > log', IGNORED],
    ['echo x | git hash-object -w --stdin', KEPT],
    ['echo x > README; git add .', IGNORED],
    ['git -C sub add -A', IGNORED],
    ['cd sub && git add .', IGNORED],
    ['git add src sub', IGNORED],
    ["git add '*.js'", IGNORED],
    ['git add gone.js', IGNORED],
    ['npm test && git add . && git commit -m "$x"', IGNORED],
    ['for f in *.js; do git add "$f"; done', IGNORED],
    ['git commit -am secret', IGNORED],
    ['git ls-files -m | xargs git add', IGNORED],
    ['echo sub | xargs git add', KEPT],
    ['git add sub', KEPT],
    ['git add a.js gone.js', KEPT],
    ['git add *.js', KEPT],
    ['git -C sub add .', KEPT],
    ['git commit -m "$x"', KEPT],
    ['git restore a.js gone.js', UNCHANGED],
    ['git restore sub', UNCHANGED],
    ['git checkout -- sub', UNCHANGED],
    ['git stash push sub', UNCHANGED],
    ['git restore .', under('Edit(**/.env)')],
    ['git checkout .', under('Edit(**/.env)')],
    ['git checkout .. -- ./..//.', under('Edit(**/.env)')],
    ['git stash', under('Edit(**/.env)')],
  ])('%s runs where no rule is about them', (command, judged) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });

  it.each([
    ['git add -f .', IGNORED],
    ['git add $(echo -f .)', IGNORED],
    ['git add $(echo --force .)', IGNORED],
    ['while read f; do git add $f; done <<< "-f ."', IGNORED],
    ['git -c core.excludesFile=/dev/null add $(echo .)', IGNORED],
    ['git -C sub add $(echo ..)', KEPT],
    [`git add "$(echo '*')"`, KEPT],
    ['git add "$(echo :/src)"', KEPT],
    ['cd sub; git add $(echo :/)', KEPT],
    ['git add "$(echo x.d src)"', KEPT],
    ['git add . > .gitignore', IGNORED],
    ['git add . 2> .gitignore', IGNORED],
    ['git add . >| .gitignore', IGNORED],
    ['rm ~/.gitignore_global; git add .', IGNORED],
    ['echo > /srv/repo.git/info/exclude; git add .', IGNORED],
    ['echo > sub/info/exclude; git add .', IGNORED],
    ['echo > .gitattributes; git add .', IGNORED],
    ['echo > .gitmodules; git add .', IGNORED],
    ['rm "$x"; git add .', IGNORED],
    ['git add . & rm .gitignore', IGNORED],
    ['git add . | rm .gitignore', IGNORED],
    ['git add $(rm .gitignore; echo .)', IGNORED],
    ['for x in 1 2; do git add .; rm .gitignore; done', IGNORED],
    ['f() { rm .gitignore; }; f; git add .', IGNORED],
    ['git update-index --again', KEPT],
    ['git update-index -g', KEPT],
    ['git update-index --add --stdin < list', KEPT],
    ['echo src/key | git hash-object -w --stdin-paths', KEPT],
    ['git add -Af', IGNORED],
    ['git add --forc .', IGNORED],
    ['git add "$x"', IGNORED],
    ['echo . | xargs git add -f', IGNORED],
    ['cat list | xargs git add', IGNORED],
    ['echo src | xargs git add', KEPT],
    ['git add $(echo src)', KEPT],
    ['git ls-files | xargs git add', KEPT],
    ['git add src/$x', IGNORED],
    ['git add $x .', IGNORED],
    ['rm .gitignore && git add .', IGNORED],
    ['echo > .gitignore; git add .', IGNORED],
    ['git checkout other && git add .', IGNORED],
    ['git stash && git add .', IGNORED],
    ['git config core.excludesFile /dev/null; git add .', IGNORED],
    ['git -c core.excludesFile=/dev/null add .', IGNORED],
    ['HOME=/x git add .', IGNORED],
    ['env -i git add .', IGNORED],
    ['sudo git add .', IGNORED],
    ['GIT_DIR=x git add .', IGNORED],
    ['git --git-dir=x add .', IGNORED],
    ['GIT_ICASE_PATHSPECS=1 git add SECRET', IGNORED],
    ['git hash-object -w "$x"', IGNORED],
    ['git update-index --add "$x"', IGNORED],
    ['git commit "$x"', IGNORED],
    ['git add .', KEPT],
    ['git add -A', KEPT],
    ['git add -u', KEPT],
    ['git stage src', KEPT],
    ['git add src/', KEPT],
    ['git add *.d', KEPT],
    ["git add 's*'", KEPT],
    ['git -C src add .', KEPT],
    ['cd sub && git add -A', KEPT],
    ['cd sub && git add :/', KEPT],
    ['git -C sub add ..', KEPT],
    ['git --icase-pathspecs add SRC', KEPT],
    ['npm test && git add . && git commit -m x', KEPT],
    ['git commit -am x', KEPT],
    ['git commit -qam x', KEPT],
    ['git commit --all', KEPT],
    ['git commit -m x src', KEPT],
    ['git commit "$x"', KEPT],
    ['git restore .', UNCHANGED],
    ['git restore src', UNCHANGED],
    ['git checkout -- .', UNCHANGED],
    ['git stash', UNCHANGED],
    ['git stash push src', UNCHANGED],
    ['cd sub && git stash', UNCHANGED],
    ['git restore $x .', under('Edit(**/.env)')],
    ['git -c core.worktree=/ restore .', under('Edit(**/.env)')],
    ['git checkout other; git restore .', under('Edit(**/.env)')],
  ])('%s asks where one may be', (command, judged) => {
    expect(verdict('Bash', command, judged)).toBe('?');
  });
});

describe('what lies below a .git is in no commit', () => {
  const judged = { mode: 'bypassPermissions', files } as const;
  const RULES = ['Edit(.git/**)', 'Edit(**/.git/hooks/*)', 'Edit(/.GIT/config)'];

  it.each(['git pull', 'git rebase -i main', 'git fetch && git merge origin/main'])(
    '%s runs under rules about it',
    (command) => {
      expect(verdict('Bash', command, { ...judged, deny: RULES })).toBe('A');
      expect(verdict('Bash', command, { ...judged, deny: [...RULES, 'Edit(sub/**)'] })).toBe('?');
      expect(verdict('Bash', command, { ...judged, deny: ['Edit(.git)'] })).toBe('?');
    },
  );

  it.each(['rm -rf .git/hooks/*', 'echo > .git/hooks/x', 'git lfs install', 'tar xf a.tar', 'cp -r x .git'])(
    '%s does not',
    (command) => {
      expect(verdict('Bash', command, { ...judged, deny: RULES })).not.toBe('A');
    },
  );
});

/** Each changes files that commits decide on. */
const CHANGING: readonly string[] = [
  ...[
    'main',
    '-q --detach v1',
    '-b other v1',
    '-',
    '--track origin/x',
    'main --',
    '--no-guess main',
    'HEAD~1 .',
  ],
  ...[
    '... .',
    '... -- .',
    './... -- .',
    'HEAD~1 -- .',
    'main .',
    '-m main',
    '--forc main',
    'main -- :/',
    '-f',
    '-Bx HEAD~2',
  ],
]
  .map((words) => `git checkout ${words}`)
  .concat(
    ['main', '-c other v1', '-', '--discard-changes main', '--orphan x', '--det HEAD~1', '-m main'].map(
      (words) => `git switch ${words}`,
    ),
    ['--source=HEAD~1 .', '-sHEAD~1 .', '-SW --source v1 .'].map((words) => `git restore ${words}`),
    ['--hard', '--har HEAD~1', '--keep v1', '--merge v1', '-q --hard', '--hard "$x"'].map(
      (words) => `git reset ${words}`,
    ),
    ['main', '--no-ff -m x main', '', '--abort', '-Xours main', 'a b'].map((words) => `git merge ${words}`),
    ['main', '--onto main a b', '', '--autostash main', '--keep-base main', "-x 'npm test' main"].map(
      (words) => `git rebase ${words}`,
    ),
    ['main', '-n a..b c', '-m 1 main', '-x v1'].map((words) => `git cherry-pick ${words}`),
    ['HEAD', '--no-edit a..b', '-n v1'].map((words) => `git revert ${words}`),
    ['pop', 'apply 1', "apply --index 'stash@{1}'", 'branch x', 'pop -q'].map(
      (words) => `git stash ${words}`,
    ),
    ['-m -u main', '-u --reset HEAD~1', '-um HEAD main'].map((words) => `git read-tree ${words}`),
    ['rebase', 'cherry-pick', 'revert'].flatMap((name) =>
      ['--continue', '--skip', '--abort'].map((option) => `git ${name} ${option}`),
    ),
    ['GIT_EDITOR=true git rebase --continue', 'git rebase --cont'],
    ['git sparse-checkout set src', 'git sparse-checkout disable', 'git mergetool -y', 'git rerere'],
  );

/** What any of these changes can't be known before. */
const CHANGING_ANY: readonly string[] = [
  'git -c receive.denyCurrentBranch=updateInstead push . main',
  'git config receive.denyCurrentBranch updateInstead && git push -f . x:main',
  'git config receive.denyCurrentBranch updateInstead; git push --repo=.',
  'git config receive.denyCurrentBranch updateInstead; git push',
  'git pull',
  'git pull --rebase origin main',
  'git rebase -i main',
  'git rebase --continue --abort',
  'git rebase --continue --later',
  'git -c core.worktree=/ rebase --continue',
  'GIT_DIR=x git rebase --continue',
  'git add . && git rebase --continue',
  "GIT_EDITOR='git checkout main' git rebase --continue",
  'git rebase --root',
  'git rebase -s mine main',
  'git merge -s subtree main',
  'git merge -Xsubtree=x main',
  'git merge --later main',
  'git merge "$x"',
  'git checkout "$x"',
  'git switch $x main',
  'git cherry-pick --stdin',
  'git stash "$x"',
  'git am --abort',
  'git am --con',
  'git apply -3 p',
  'git bisect start HEAD v1',
  'git bisect reset',
  'git subtree pull --prefix x y',
  'git filter-branch -f',
  'git -c core.worktree=/ checkout main',
  'git -c submodule.recurse=true switch main',
  'git --git-dir=x checkout main',
  'git --work-tree=x merge main',
  'git --later checkout main',
  'git --no-replace-objects checkout main',
  'git -C "$x" checkout main',
  'GIT_DIR=x git checkout main',
  'GIT_WORK_TREE=x git merge main',
  'export GIT_DIR=x; git checkout main',
  'env -i git checkout main',
  'HOME=/x git merge main',
  'sudo git checkout main',
  'git fetch && git merge origin/main',
  'git merge --quit --no-quit main',
  'git merge --continue --no-c main',
  'git pull --dry-run --no-dry-run',
  'git pull --dry-run "$x"',
  'git read-tree -n -u --no-dry-run main',
  'git add . && git reset --hard',
  'git add -A && git checkout -f',
  'git add --all --intent-to-add && git reset --hard',
  'git add keys/k; git reset --hard',
  'git add -A && git stash',
  'git stage -A && git stash',
  'git add . && git stash pop',
  'git symbolic-ref HEAD refs/remotes/origin/x && git stash',
  'git commit -m x && git stash',
  'git branch -f main x && git stash',
  'git commit -qam x && git checkout main',
  'git branch -f main v1; git checkout main',
  'git tag -f v1 x && git reset --hard v1',
  'git stash && git stash pop',
  'git checkout main && git merge v1',
  'git update-ref refs/heads/main x; git switch main',
  'git symbolic-ref HEAD refs/heads/x; git switch main',
  'rm -rf .git/refs; git checkout main',
  'echo x > .git/HEAD; git checkout main',
  'git checkout main & git branch -f main x',
  'for b in a b; do git checkout $b; done',
  'cat list | xargs git checkout',
  'ls | xargs -n1 git merge',
];

describe('what git changes by commits', () => {
  const contents = new Map(['/p/secret', '/p/src/key', '/p/sub/x', '/p/notes'].map((path) => [path, '']));
  const under = (rule: string, changed: readonly string[]) =>
    ({
      mode: 'bypassPermissions',
      files: createMemoryFiles({ contents, changed, deleted: ['/p/target'] }),
      deny: [rule],
    }) as const;
  const others = ['/p/notes', '/p/secrets', '/p/sub/new'];

  it.each(CHANGING)('asks where a file of a rule is among it: %s', (command) => {
    for (const rule of ['Edit(target)', 'Read(target)', 'Write(/target)'])
      expect(verdict('Bash', command, under(rule, [...others, '/p/target']))).toBe('?');
  });

  it.each(CHANGING)('asks for a rule that asks: %s', (command) => {
    const { deny: _, ...judged } = under('', ['/p/target']);
    expect(verdict('Bash', command, { ...judged, ask: ['Edit(target)'] })).toBe('?');
  });

  // Of a shortened option, and of a word that isn't known, it is not certain what it does.
  it.each(CHANGING.filter((line) => !/--(?:forc|har|det) |"\$x"|rerere/u.test(line)))(
    'runs where none is: %s',
    (command) => {
      for (const rule of ['Edit(absent)', 'Read(**/.env)', 'Edit(/lib/**)'])
        expect(verdict('Bash', command, under(rule, others))).toBe('A');
    },
  );

  it.each(CHANGING_ANY)('asks where it is not known: %s', (command) => {
    expect(verdict('Bash', command, under('Edit(absent)', []))).toBe('?');
    expect(verdict('Bash', command, { mode: 'bypassPermissions', files: under('', []).files })).toBe('A');
  });

  it.each(
    ['git checkout main', 'git switch main', 'git merge main', 'git rebase main', 'git stash pop'].flatMap(
      (line) => [
        `cd sub && ${line}`,
        line.replace('git', 'git -C sub'),
        line.replace('git', '/usr/bin/git'),
        line.replace('git ', 'git-'),
        line.replace('git', 'git --no-pager -c user.name=x'),
        `(${line})`,
        `if true; then ${line}; fi`,
        `f() { ${line}; }; f`,
        `g() { git "$@"; }; g ${line.slice(4)}`,
        `run() { "$@"; }; run ${line}`,
        `set -- ${line}; "$@"`,
        `c='${line}'; $c`,
        `printf '${line}' > s.sh; sh s.sh`,
        `bash -c '${line}'`,
        `timeout 5 ${line}`,
        `xargs ${line} < /dev/null`,
        `find . -maxdepth 0 -exec ${line} \\;`,
        `eval '${line}'`,
        `x=$(${line})`,
        `git config alias.x '!${line}' && git x`,
        `git -c alias.x='${line.split(' ')[1] ?? ''}' x ${line.split(' ').slice(2).join(' ')}`,
        `git -c alias.X='!git' x ${line.slice(4)}`,
        `echo ${line.slice(4)} | xargs git`,
        `echo '${line}' | sh`,
        `npm test && ${line}`,
        `${line} && npm test`,
        `git add . && ${line}`,
      ],
    ),
  )('asks however it is written: %s', (command) => {
    expect(verdict('Bash', command, under('Edit(target)', ['/p/target']))).toMatch(/^[?D]$/u);
  });

  it.each([
    [
      'git checkout main',
      ['/p/notes', '/p/target'],
      'the deny rule Edit(target) (project) applies to /p/target, which git checkout main may change',
    ],
    [
      'git pull',
      [],
      "Sluice can't tell which files in / git pull changes, and the deny rule Edit(target) (project) may apply to one of them",
    ],
  ])('%s where it changes %j says why it asks', (command, changed, reason) => {
    expect(judge('Bash', command, under('Edit(target)', changed)).reason).toBe(reason);
  });

  it.each([
    ['git checkout main', 'Edit(/notes/**)', ['/p/notes'], 'A'],
    ['git checkout main', 'Edit(/sub/**)', ['/p/sub'], '?'],
    ['git checkout main', 'Edit(/sub/x)', ['/p/sub'], '?'],
    ['git merge main', 'Edit(/lib/**)', ['/p/lib/'], '?'],
    ['cd sub && git checkout main', 'Edit(/src/**)', ['/p/src/a'], '?'],
  ])('%s under deny %s where it changes %j: %s', (command, rule, changed, expected) => {
    expect(verdict('Bash', command, under(rule, changed))).toBe(expected);
  });

  it.each([
    'git checkout',
    'git checkout -b other',
    'git restore --staged target',
    'git restore -S .',
    'git reset',
    'git reset HEAD~1',
    'git reset --soft HEAD~1',
    'git merge --continue',
    'git pull --dry-run',
    'git rebase --show-current-patch',
    'git stash list',
    'git stash drop',
    'git bisect log',
    'git submodule status',
    'git submodule update --init',
    'git sparse-checkout list',
    'git read-tree HEAD~1',
    'git read-tree -n -u main',
    'git fetch',
    'git branch -f x main',
    'git commit -m "checkout main"',
    'git commit -m apply',
  ])('changes no file: %s', (command) => {
    expect(verdict('Bash', command, under('Edit(target)', ['/p/target']))).toBe('A');
  });

  it.each([
    ['git clean -fd', '/p/loose', '?'],
    ['git clean -fdx', '/p/kept', '?'],
    ['git clean -fX', '/p/kept', '?'],
    ['git clean -fd -- "*.c"', '/p/loose', 'A'],
    ['git clean -fd -- "l*"', '/p/loose', '?'],
    ['git clean -f $x', '/p/kept', '?'],
    ['git stash -u', '/p/loose', '?'],
    ['git stash -a', '/p/kept', '?'],
    ['git stash push -u -m x', '/p/loose', '?'],
    ['cd sub && git stash -u', '/p/loose', '?'],
    ['git rm -r .', '/p/notes', '?'],
    ['git rm "*"', '/p/notes', '?'],
    ['git rm -rf sub', '/p/sub/x', '?'],
    ['git rm ":/notes"', '/p/notes', '?'],
    ['git clean -n -fd --no-dry-run', '/p/loose', '?'],
    ['git clean -n -fd --no-dry', '/p/loose', '?'],
    ['git clean -n -fd "$x"', '/p/loose', '?'],
    ['git clean -n -fd --exclude=x', '/p/loose', 'A'],
    ['git rm -n --no-dry-run -rf sub', '/p/sub/x', '?'],
    ['git rm -n -rf sub', '/p/sub/x', 'A'],
    ['git apply --stat --apply x', '/p/loose', '?'],
    ['git apply --check --no-check x', '/p/loose', '?'],
    ['git apply --check x', '/p/loose', 'A'],
    ['git add . && git commit -m x', '/p/loose', 'A'],
    ['git clean -fd', '/p/kept', 'A'],
    ['git clean -fd sub', '/p/loose', 'A'],
    ['git stash -u', '/p/kept', 'A'],
    ['git stash push -u sub', '/p/loose', 'A'],
    ['git rm -r sub', '/p/notes', 'A'],
    ['git rm -r sub', '/p/loose', 'A'],
  ])('%s under a deny of %s: %s', (command, ruled, expected) => {
    const files = createMemoryFiles({
      contents: new Map([...contents, ['/p/loose', ''], ['/p/kept', '']]),
      untracked: ['/p/loose'],
      ignored: ['/p/kept'],
    });
    const judged = { mode: 'bypassPermissions', files, deny: [`Edit(/${ruled})`] } as const;
    expect(verdict('Bash', command, judged)).toBe(expected);
  });
});

describe('what git names is asked where it runs', () => {
  const contents = new Map(['/p/nested/.env', '/p/sub/a', '/p/src/a', '/p/a'].map((path) => [path, '']));
  const under = (listed: readonly string[]) => {
    const nesting = createMemoryFiles({ contents });
    const asked = vi.spyOn(nesting, 'gitNames').mockReturnValue(listed);
    return { asked, judged: { mode: 'bypassPermissions', files: nesting, deny: ['Read(**/.env)'] } as const };
  };

  it.each([
    ['git add nested', '?'],
    ['git add nested/', '?'],
    ['git add nested/sub', '?'],
    ['git add .', 'A'],
    ['git add -A', 'A'],
    ['cd sub; git add .', 'A'],
  ])('with a repository within another one, %s: %s', (command, expected) => {
    const { judged } = under(['/p/nested/', '/p/sub/a', '/p/a']);
    expect(verdict('Bash', command, judged)).toBe(expected);
  });

  it('once for a call, and where -C leads', () => {
    const { asked, judged } = under(['/p/sub/a', '/p/src/a', '/p/a']);
    expect(verdict('Bash', 'git add sub src none && git add src', judged)).toBe('A');
    expect(asked.mock.calls).toEqual([['/p', 'not-ignored']]);
    expect(verdict('Bash', 'git -C sub add ../src', judged)).toBe('A');
    expect(asked.mock.calls.slice(1)).toEqual([['/p/sub', 'not-ignored']]);
  });
});

describe('a sub-command is seen wherever it comes from', () => {
  it.each([
    'git --icase-pathspecs push origin main',
    'git --no-advice push origin main',
    'git --later-option push origin main',
    'git --later-option value -C sub push origin main',
    'git $x push origin main',
    'echo push origin main | xargs git',
    "printf 'push\\norigin\\n' | xargs -n2 git",
    'echo \'"push" ma\\in\' | xargs git',
    'xargs -I{} git {} origin main <<< push',
    "xargs -d, git <<< 'push,origin'",
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p origin main',
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='!git push' git p",
    'env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p origin main',
    'export GIT_CONFIG_KEY_0=alias.p; export GIT_CONFIG_VALUE_0=push; git p origin main',
    `GIT_CONFIG_PARAMETERS="'alias.p'='push'" git p origin main`,
    `GIT_CONFIG_PARAMETERS="'alias.p=push'" git p origin main`,
    `GIT_CONFIG_PARAMETERS="'user.name'='x' 'alias.p=!git push'" git p`,
  ])('deny Bash(git push *): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(git push *)'] })).toBe('D');
  });

  it.each([
    'git "$x" origin main',
    'git $x',
    'git pu$x origin',
    'cat notes | xargs git',
    'GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0="$x" git p',
    'env GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0="$x" git p',
    'GIT_CONFIG_PARAMETERS="$x" git p',
    ...['pus[h]', 'pus?', 'pu*', '*', '?ush', '[p]ush', '{pus[h],x}'].map(
      (word) => `git ${word} origin main`,
    ),
    'env git pus[h] origin main',
    '/usr/bin/git pus[h]',
    'echo pus[h] | xargs git',
    'for f in p*; do git "$f"; done',
    'git ls-files p* | xargs git',
    'bash -c "git pus[h]"',
    'git -C . pus[h] origin',
    'git -c user.name=x --no-pager pus[h] origin',
    'git --no-pager "$x" origin',
  ])('deny Bash(git push *) asks: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(git push *)'] })).toBe('?');
  });

  it.each([
    ['npm publish *', 'npm publis[h]'],
    ['docker rmi *', 'docker rm[i] x'],
    ['kubectl delete *', 'kubectl delet[e] x'],
    ['docker compose run *', 'docker compose r?n x'],
    ['npm run deploy', 'npm run d*'],
    ['git push --force *', 'git push --forc[e] origin'],
    ['cat secret.txt', 'cat sec*'],
  ])('deny Bash(%s) asks: %s', (rule, command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [`Bash(${rule})`] })).toBe('?');
  });

  it.each([
    ['rm -rf *', 'rm *.log'],
    ['git add secrets/*', 'git add *.ts'],
    ['docker rmi *', 'docker build d*'],
    ['npm run deploy', 'npm run t*'],
  ])('deny Bash(%s) leaves alone: %s', (rule, command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [`Bash(${rule})`] })).toBe('A');
  });

  it.each([
    'git ls-files | xargs git add',
    'echo notes | xargs git add',
    'cat notes | xargs wc -l',
    'git add "$x"',
    'for f in *; do git add "$f"; done',
    'git --later-option status',
    'git --help push',
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0='A B' git commit -m x",
  ])('deny Bash(git push *) leaves alone: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(git push *)'] })).toBe('A');
  });

  it.each([
    'echo -o target notes | xargs sort',
    'echo of=target if=notes | xargs dd',
    'echo checkout target | xargs git',
    'xargs -n1 -I% sort -o% notes <<< target',
  ])('deny Edit(target), an option from a list: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toBe('D');
  });
});

describe('a command that a rule denies may come about by what is set before it', () => {
  it.each([
    'shopt -s nullglob; git zz* push origin main',
    "export VIMINIT=':!git push'; vim x",
    "export npm_config_script_shell='git push'; npm test",
  ])('deny Bash(git push *): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(git push *)'] })).toMatch(/^[D?]$/u);
  });
});

it.each([`git rm -f ${'./'.repeat(60)}x`, 'jq .include notes', 'tree -L2'])(
  '%s is judged at once, and runs',
  (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('A');
  },
);

it.each(['git rm -rf :/', 'cd sub && git rm -rf :/', 'git -C sub rm -rf :/'])(
  '%s takes everything: it asks',
  (command) => {
    expect(verdict('Bash', command, bypass)).toBe('?');
  },
);

describe('what may run the program that a rule denies asks in bypassPermissions', () => {
  it.each([
    'coproc rm x',
    "bash -c '$0 x' rm",
    "bash -s -- rm x <<< '$@'",
    'bash -c \'shift; "$@"\' _ a rm x',
    'cat notes | bash',
    "echo 'rm x' | parallel",
    "parallel <<< 'rm x'",
    'parallel -j 2 < notes',
    'echo "$(cat notes)" | bash',
    '$(echo rm) x',
    'BASH_ENV=notes bash -c :',
    "sed 's/a/b/e' notes",
    'sed -n e notes',
    'git --config-env=alias.z=V z',
    "echo 'rm x' | awk '{system($0)}'",
    "echo 'rm x' | awk '{$0 | getline}'",
    'awk \'BEGIN{system("r" "m x")}\'',
    'awk \'BEGIN{c = "rm x"; system(c)}\'',
    'awk \'BEGIN{"r" "m x" | getline}\'',
    'awk \'BEGIN{print | ("r" "m x")}\'',
    'awk \'BEGIN{system("\\162m x")}\'',
    'awk \'BEGIN{f = "system"; @f("rm x")}\'',
    'awk "$program" notes',
    'awk -f <(cat notes) notes',
    'sed "s/a/$b/" notes',
    'sed -f <(cat notes) notes',
    'sed s/a/b/e notes',
    'vim -es --cmd \'call system("rm x")\' +q',
    'vim -c "$c" notes',
    "gdb -batch -ex 'python print(1)'",
    'ssh -o "$option" host',
    'ssh -o \'Match exec "rm x"\' host',
    'git -c "$setting" fetch',
    'git grep -O"$pager" y',
    'git fetch --upload-pack "$x" origin',
    'git ls-remote "ext::$x"',
    'split --filter="$x" notes',
    'zip x.zip a -T -TT"$x"',
    'make --eval="$x"',
    'make --eval="q:;$x" q',
    "make --eval='q:;$(R) x' q",
    'sqlite3 db ".once |$x"',
    "sqlite3 db 'select edit(a, b) from t'",
    'GIT_CONFIG_PARAMETERS="\'alias.x=$x\'" git x',
    'GIT_CONFIG_PARAMETERS="alias.x=!rm" git x',
    'GIT_SSH_COMMAND="$x" git fetch',
    'PAGER="$(cat notes)" man ls',
    'git -c core.hooksPath=hooks commit',
    'git config core.hooksPath hooks; git commit',
    'git -c include.path=notes fetch',
    'git clone --template=sub host:a',
    'GIT_CONFIG_GLOBAL=notes git fetch',
    'env GIT_CONFIG_SYSTEM=notes git fetch',
    'GIT_EXEC_PATH=sub git fetch',
    'env BASH_ENV=notes bash -c :',
  ])('deny Bash(rm *): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('?');
  });
});

describe('files that options, lists and texts of known programs name', () => {
  it.each(OPTION_ROUTES)('deny Read(.env): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(.env)'] })).toBe('D');
  });

  it.each([
    'tar cf x -T l',
    'tar cf x -T -',
    'tar cf x -T <(echo .env)',
    'rsync --files-from=l . /tmp/x',
    'echo .env | cpio -o',
    'find . | cpio -o',
    'cpio -pd /tmp/x < l',
    '7z a x .',
    'pax -w .',
    'pax -w < l',
  ])('deny Read(.env), which is not named: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(.env)'] })).not.toBe('A');
  });

  it.each([
    'node --env-file=.env.example x.js',
    'node build.js --out=dist/a.js',
    'docker run --env-file prod.list alpine env',
    'docker pull a.b/c:1',
    'kubectl apply -f ./deploy.yml',
    'psql -f notes.sql -c "select 1"',
    "sqlite3 x.db '.read notes.sql'",
    'gcc -include notes.h -c a.c',
    'parallel echo ::: .env',
    'tar cf x notes',
    'jq .env notes',
    'rg -g "!.env" x notes',
    'python3 -m json.tool',
  ])('and others run: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(.env)'] })).toBe('A');
  });
});

describe('what shows or copies a whole tree asks in bypassPermissions', () => {
  it.each([
    'rg -z a',
    'rg --search-zip a',
    'rg --pre cat a',
    'grep --bogus -r a',
    'ack a',
    'ag a .',
    'zgrep -r a .',
    'git grep --no-index a',
    'git grep --no-index --no-exclude-standard -e a',
    'git -C sub grep --no-index a ..',
    'git difftool -y -x cat HEAD',
    'git diff --ext-diff',
    'git show --ext-diff HEAD',
    'git log --ext-diff -p',
    'git log --textconv -U1',
    'git whatchanged -p --bogus',
    'git stash show -p --bogus',
    'git range-diff a b --bogus',
    'git request-pull -p a b',
    'git commit -v --dry-run',
    'git status -v --bogus',
    'git add -p',
    'git checkout -p',
    'git restore -p --bogus',
    'git -C sub fast-export HEAD',
    'git -C sub bundle create x HEAD',
    'git -C "$x" fast-export HEAD',
    'cd /tmp && git --git-dir=/p/.git fast-export HEAD',
    'find -L . -name target -exec cat {} +',
    'find -L . -type f -exec cat {} +',
  ])('deny Read(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('?');
  });

  it.each(['rg --pre cat a', 'rg --pre cat --pre-glob x a', 'rg -z a'])(
    'deny Read(/sub/**): %s',
    (command) => {
      expect(verdict('Bash', command, { ...bypass, deny: ['Read(/sub/**)'] })).toBe('?');
    },
  );

  it.each([
    'date -d tomorrow +%s',
    'zgrep target notes',
    'zgrep -r target sub/x',
    'git log --oneline',
    'git diff --ext-diff -- notes',
    'git status -sb',
    'git commit -m target',
    'git commit -qm "about target"',
    'git add notes',
    'git push origin target',
    'git fetch --all',
    'npm run target',
    'make target',
    'unheard-of target',
    'unheard-of "see ./target"',
    'unheard-of --level=3 ./notes',
    'unheard-of https://example.com/target',
  ])('deny Read(target) leaves alone: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('A');
  });
});

/** The same programs, doing what no rule is about. */
const FREE: readonly string[] = [
  'gzip -c target > notes',
  'gzip -k target',
  'lzip -k target',
  'lzop target',
  'brotli target',
  'lz4 target notes',
  '7z a notes target',
  'rar a notes target',
  'rar l target',
  'xmllint target',
  'xmlstarlet sel -t -v /a target',
  'tidy target',
  'hg diff target',
  'svn log target',
  'crudini --get target section key',
  'sed s/a/b/ target',
  'sort target',
  'sort -o notes target',
  'xxd target notes',
  'uniq target notes',
  'iconv -f utf-8 -t latin1 target -o notes',
  'tar cf notes.tar target',
  'unzip -l target',
  'unzip target.zip other',
  'openssl enc -aes-256-cbc -in target -out notes',
  'curl -o notes https://example.com/target',
  'curl -T target https://example.com/',
  'objcopy target notes',
  'git diff target',
  'git add target',
  'find . -name target',
  'find . -fprint notes -name target',
  'awk \'{print > "notes"}\' target',
  'unknown-program target',
  'python3 -c "print(1)" target',
  'rsync target host:',
  'dd if=target of=notes',
  'make target',
  'npm run target',
  'docker build -t target .',
  "perl -ne 'print' target",
  'cmake -E cat target',
  'jq . target',
  'gcc -o notes target',
  "awk -v f=target '{ print f }' notes",
  "awk '$1 > f' f=target notes",
  'git clean -n',
  'git checkout main',
  'git checkout feature/a',
  'git checkout -b new',
  'git reset HEAD~1',
  'git restore notes',
  'git stash list',
  'git stash drop',
  'git stash push notes',
  'git checkout -b target',
  'git merge-file -p target b c',
  'git switch main',
  'git bundle verify notes',
  'GIT_TRACE=1 git status',
  'GIT_TRACE=/p/notes git status',
  'cpio -it < a.cpio',
  'cpio -o < notes > a.cpio',
  'cpio -i notes < a.cpio',
  'ar x a.a notes',
  'ar p a.a',
  'ar r a.a target',
  'pax -f a.tar',
  'pax -wf a.tar target',
  '7z l a.7z',
  'unrar x a.rar notes',
  'jar tf a.jar',
  'jar cf a.jar target',
  'dpkg-deb -c a.deb',
  'unsquashfs -l a.squashfs',
  'sed -n wnotes target',
  "sed 's/w target/x/' notes > new",
  "sed ':a;N;$!ba;s/\\n/ /g' target > new",
  "awk '$1 > 3 { n++ } END { print n }' target > new",
  'awk \'{ print | "sort" }\' target',
  'vim -c q notes',
  'tar xf a.tar other',
  'tar tf a.tar',
  'gcc -MD -c target',
];

describe('what may be about the file of a rule asks in bypassPermissions', () => {
  it.each([
    'git checkout .',
    'git checkout -- .',
    'git checkout HEAD .',
    'git restore .',
    'git restore :/',
    "git restore '*'",
    "git checkout 't*'",
    'git reset --hard',
    'git checkout -f',
    'git checkout-index -f -a',
    'git read-tree -u --reset HEAD',
    'git read-tree -m -u old',
    'git stash',
    'git stash push -m later',
    'git stash -u',
    'git stash push --include-untracked',
    'tar xf a.tar',
    'tar xzf a.tgz',
    'unzip a.zip',
    "unzip a.zip 't*'",
    "tar xf a.tar --wildcards 't*'",
    'cpio -i < a.cpio',
    "cpio -i 't*' < a.cpio",
    'cpio -i -F a.cpio',
    'find notes | cpio -p .',
    'ar x a.a',
    'ar xv a.a',
    'ar --output . -x a.a',
    'ar --output sub -x a.a',
    'pax -r < a.tar',
    'pax -rw notes .',
    '7z x a.7z',
    'unrar x a.rar',
    'unrar x a.rar ./',
    'jar xf a.jar',
    'jar --extract --file a.jar',
    'dpkg -x a.deb .',
    'dpkg-deb -R a.deb .',
    'bsdunzip a.zip',
    'unar a.zip',
    'uudecode notes',
    'unsquashfs -f -d . a.squashfs',
    'cabextract a.cab',
    'lha x a.lzh',
    'aunpack a.zip',
    'git reset --merge HEAD~1',
    'git switch --discard-changes main',
    'git checkout-index --prefix=./ notes',
    'git restore --pathspec-from-file=notes',
    'git rm --pathspec-from-file notes',
    'GIT_WORK_TREE=. git checkout main',
    'GIT_TRACE=$x git status',
    'patch -p1 < absent',
    'echo target | awk \'{print "x" > $1}\'',
    'awk \'BEGIN{f="tar" "get"; print 1 > f}\'',
    'awk \'{print > ("tar" "get")}\' notes',
    'awk \'{print > "tar" "get"}\' notes',
    'awk \'{printf "%s", $0 >> FILENAME ".new"}\' notes',
    'awk "$program" notes',
    'sed "$script" notes',
    'sed -f <(cat notes) notes',
    'vim -es -c \'exe "w tar" . "get"\' -c q notes',
    'vim -es -c "$c" notes',
    "csplit -f tar -b 'get%.0d' notes 2",
  ])('deny Edit(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toBe('?');
  });
});

describe('what may show the file of a rule asks in bypassPermissions', () => {
  it.each([
    'git archive HEAD | tar xO',
    'git archive -o notes.tar HEAD',
    'git archive HEAD . | strings',
    'git fast-export HEAD',
    'git format-patch --stdout HEAD~2',
    'git bundle create - HEAD',
    'git cat-file --batch < notes',
    ...['--textconv', '--filters', '--textc', '--filt'].flatMap((option) =>
      [':.env', 'HEAD:.env', 'HEAD:sub/.env', '--path=.env HEAD', '--path .env HEAD:x'].map(
        (object) => `git cat-file ${option} ${object}`,
      ),
    ),
    'cd sub && git cat-file --textconv HEAD:./.env',
    "git cat-file -p $(git ls-tree HEAD .env | cut -d' ' -f3)",
    'git cat-file blob $(cat notes)',
    'git cat-file "$x" "$y"',
    'git show $(git ls-tree HEAD .env | cut -c13-52)',
    'git clone . /tmp/x',
    'git clone --depth 1 -b main ./ copy',
    'git clone -q "$PWD" copy',
    'git clone --no-local "file://$PWD" copy',
    'git -C sub clone .. /tmp/x',
    'git worktree add /tmp/x',
    'git worktree add -b new ../x HEAD~1',
    'git -C sub worktree add --detach /tmp/x',
    'awk \'BEGIN{f="tar" "get"; while((getline line < f) > 0) print line}\'',
    "echo target | awk '{getline x < $1; print x}'",
    'awk \'BEGIN{ARGV[1]="tar" "get"; ARGC=2} {print}\'',
    'awk \'BEGIN{split("x target", ARGV); ARGC=3} {print}\'',
    'sed "$script" notes',
  ])('deny Read(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('?');
  });

  it.each([
    'git archive HEAD notes | cat',
    'git archive -l',
    'git cat-file -t HEAD',
    'git worktree list',
    'git worktree prune',
    'git worktree add --no-checkout x',
    'git clone https://example.com/a/b.git',
    'git clone --depth 1 -o up git@example.com:a/b.git copy',
  ])('and not what shows nothing of it: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Read(target)'] })).toBe('A');
  });
});

describe('a directory of a rule that options and operands of known programs name', () => {
  it.each(DIRECTORY_ROUTES)('deny Edit(//p/sub/**): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(//p/sub/**)'] })).toBe('D');
  });

  it.each([
    'curl -O --output-dir other https://x.y/a',
    'git clone https://x.y/sub.git other',
    'git init other',
    'git push origin main',
    'git push git@h:sub/r.git',
    'git push . HEAD:main',
    'git push other/r.git',
    'git push "$remote" main',
    'git worktree list',
    'go build -o other/f ./sub',
    'npm --prefix sub run lint',
    'npm i sub',
    'mount --bind sub other',
  ])('others run: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(//p/sub/**)'] })).toBe('A');
  });
});

describe('a directory of a rule is written throughout where git restores it', () => {
  it.each([
    'git checkout sub',
    'git checkout -- sub/',
    'git restore sub',
    'git stash push sub',
    'git format-patch -1 -o sub',
    'git -C . checkout HEAD sub',
  ])('deny Edit(//p/sub/**): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(//p/sub/**)'] })).toBe('D');
  });
});

describe('what no rule is about runs in bypassPermissions', () => {
  it.each(FREE)('deny Edit(target): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Edit(target)'] })).toBe('A');
  });

  it.each([
    'setarch x86_64 ls',
    'runuser -u alice ls x',
    "bash -s a <<< 'ls $1'",
    "tar xf a.tar --to-command='wc -c'",
    'sudo -u rm ls',
    'awk \'{ print "rm x" }\' notes',
    "sed 's/a e rm x/b/' notes",
    'echo rm x',
    'git rm --cached x',
    'xargs ls < notes',
    'ENV=production ls',
    "EDITOR='code --wait' git commit",
    'git config user.name rm',
    'git config core.editor vim',
    "sed 's/rm x/e/' notes",
    "ed notes <<< 'p'",
    'choom -p 1',
    'choom ls x',
    "compgen -W 'rm x' r",
    'less +G notes',
    'apt-get -o Debug::pkgProblemResolver=1 install y',
    'git -c core.hooksPath=/dev/null commit',
    'git config --get core.hooksPath',
    'GIT_CONFIG_GLOBAL=/dev/null git fetch',
    'env ENV=production ls',
    'cp notes sub/q; q x',
    'git-lfs pull',
  ])('deny Bash(rm *): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('A');
  });
});

describe('unzip finds an archive without its suffix', () => {
  it.each([
    ['Read(target.zip)', 'unzip -p target'],
    ['Read(target.ZIP)', 'zipinfo target'],
    ['Read(target.zip)', 'unzip target -d sub'],
  ])('deny %s: %s', (rule, command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [rule] })).toBe('D');
  });
});

describe('a deny rule about a directory', () => {
  it.each([
    ['Read(secret/**)', 'ls secret', 'A'],
    ['Read(secret/**)', 'find secret', 'A'],
    ['Read(secret/**)', 'ls secret/sub', 'D'],
    ['Read(secret/**)', 'cat secret/a', 'D'],
    ['Read(secret/**)', 'grep -r x secret', '?'],
    ['Read(secret)', 'ls secret', 'D'],
    ['Read(secret)', 'ls secret/sub', 'D'],
    ['Read(secret)', 'cat secret/a', 'D'],
    ['Read(secret)', 'tree', 'A'],
  ])('%s: %s is %s', (rule, command, expected) => {
    expect(verdict('Bash', command, { deny: [rule] })).toBe(expected);
  });
});
