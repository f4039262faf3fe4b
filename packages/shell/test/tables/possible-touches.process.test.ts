import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';

/** Commands that change files, each run for real in a directory of its own: what changes is what rules are told of. */
const COMMANDS: readonly string[] = [
  'echo x > target',
  'tee target sub/target < notes',
  'sed -i s/a/A/ target',
  'sed -i.bak s/a/A/ target',
  'sed -ie s/a/A/ target',
  'sed -i -e s/a/A/ -e s/b/B/ target',
  'sed -Ei s/a/A/ target',
  'sed -n -i.orig 1p target',
  "sed -i'old_*' s/a/A/ target",
  'sed --in-place=.bak s/a/A/ target',
  'sed --in-pl s/a/A/ target',
  "sed -n 'w target' notes",
  "sed -n '1w target' notes",
  "sed -n 's/n/N/w target' notes",
  "sed -n '/n/{w target\n}' notes",
  "sed -ne 1p -e 'w target' notes",
  'perl -i -pe s/a/A/ target',
  'perl -pi.bak -e s/a/A/ target',
  "perl -i'old_*' -ne print target",
  'awk \'{ print > "target" }\' notes',
  'awk \'{ print >> "target" }\' notes',
  'gawk -i inplace \'{ print "x" }\' target',
  'sort -o target notes',
  'sort --output=target notes',
  'sort notes -otarget',
  'shuf -o target notes',
  'shuf -e -o target a b c',
  'uniq notes target',
  'uniq -c notes target',
  'xxd notes target',
  'xxd -r hex target',
  'xxd -r -p hex target',
  'xxd -p -c 4 notes target',
  'iconv -f utf-8 -t utf-16 notes -o target',
  'split -b 2 notes',
  'split -b 2 -d notes piece',
  'split -l 1 -a 3 --additional-suffix=.txt notes piece',
  'split -b 2 -x notes piece',
  'csplit -s notes 2',
  'csplit -s -f piece -n 3 notes 2',
  'truncate -s 0 target',
  'touch made',
  'shred target',
  'shred -u target',
  'dd if=notes of=target status=none',
  'cp notes target',
  'cp -b notes target',
  'cp --parents target sub',
  'cp sub/other .',
  'cp -S .old -b notes target',
  'mv notes target',
  'mv -b notes target',
  'mv target sub',
  'ln -sf notes target',
  'ln -b notes target',
  'cp --backup=numbered notes target',
  'install -b notes target',
  'install notes target',
  'install -m 600 -D notes ./deep/er/target',
  'install -s --strip-program=true notes target',
  'mkdir -p deep/er',
  'rm target',
  'rm -r sub',
  'unlink target',
  'rmdir empty',
  'gzip target',
  'gzip -S .zz target',
  'gzip -k target',
  'gzip -r sub',
  'gzip -d packed.gz',
  'gunzip packed.gz',
  'gunzip packed',
  'gunzip -k packed.gz',
  'xz target',
  'xz -k target',
  'bzip2 target',
  'tar cf target notes',
  'tar -cf target notes',
  'tar czf target -C sub other',
  'tar rf all.tar notes',
  'tar --delete -f all.tar target',
  'tar xf all.tar target',
  'tar xfC all.tar sub target',
  'tar -xf all.tar -C sub',
  'tar cf new.tar --remove-files target',
  'zip -q new target',
  'zip -q new.zip target',
  'zip -qm new.zip target',
  'zip -qr new.zip sub',
  'unzip -qo all.zip target',
  'unzip -qo all.zip -d sub target',
  'unzip -qo all.zip -d sub',
  'ar rc new.a target',
  'ar x all.a target',
  'openssl rand -out target 8',
  'openssl dgst -sha256 -out target notes',
  'curl -s -o target "file://$PWD/notes"',
  'curl -sotarget "file://$PWD/notes"',
  'curl -s --output-dir sub -o target "file://$PWD/notes"',
  'curl -s -D target -o /dev/null "file://$PWD/notes"',
  'objcopy program target',
  'objcopy -S program',
  'strip program',
  'strip -o target program',
  'find . -name notes -fprint target',
  'find . -name notes -fprintf target %p',
  'find . -name notes -fls target',
  'find sub -name other -delete',
  'tree -o target',
  'script -q -c true target',
  'strace -o target true',
  'git checkout -q target',
  'git checkout -q HEAD -- target',
  'git checkout -q HEAD -- ./target',
  'git restore target',
  'git -C sub checkout -q -- ../target',
  'git rm -qf target',
  'git rm -qrf sub',
  'git mv notes moved',
  'git mv notes sub',
  'git stash push -q -- target',
  'git clean -fq hex',
  'git diff --output=made',
  'git archive -o made HEAD',
  'git bundle create -q made HEAD',
  'git config -f made a.b c',
  'chmod 600 target',
  'chmod -x program',
  'jq -n 1 > target',
  "bash -c 'gzip target'",
  'bash -s target <<< \'gzip "$1"\'',
  'bash -c \'sed -i s/a/A/ "$@"\' _ target',
  'setarch -R gzip target',
  'linux64 gzip target',
  'env -i PATH="$PATH" gzip target',
  'timeout 5 xz target',
  'nice -n 1 sort -o target notes',
  "find . -name other -exec gzip {} ';'",
  "tar cf new.tar --checkpoint=1 --checkpoint-action=exec='gzip target' notes",
  "split --filter='cat > target' notes",
  'awk \'BEGIN { system("gzip target") }\'',
  "sed -n '1e gzip target' notes",
  'cd sub && gzip other',
  'for f in target notes; do gzip "$f"; done',
];

const root = realpathSync(mkdtempSync(join(tmpdir(), 'routes-')));
const fixture = join(root, 'fixture');
const env = {
  PATH: process.env['PATH'],
  HOME: root,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

beforeAll(() => {
  mkdirSync(join(fixture, 'sub'), { recursive: true });
  mkdirSync(join(fixture, 'empty'));
  writeFileSync(join(fixture, 'target'), 'a\nb\n');
  writeFileSync(join(fixture, 'notes'), 'n\nn\no\n');
  writeFileSync(join(fixture, 'sub/target'), 'a\nc\n');
  writeFileSync(join(fixture, 'sub/other'), 'o\n');
  cpSync('/bin/true', join(fixture, 'program'), { dereference: true });
  const setUp = [
    'git init -q',
    'git add target notes sub',
    'git commit -qm x',
    'echo hello | xxd > hex',
    'cp notes packed; gzip packed',
    'tar cf all.tar target notes',
    'zip -q all.zip target notes',
    'ar rc all.a target notes',
    'echo changed >> target',
  ];
  execFileSync('bash', ['-ec', setUp.join('\n')], { cwd: fixture, env });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every file and directory with all that a write to it may change. */
function snapshot(directory: string, found = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.name === '.git') continue;
    const { ino, mode, mtimeNs, nlink } = lstatSync(path, { bigint: true });
    if (entry.isDirectory()) {
      found.set(path, String(mode));
      snapshot(path, found);
    } else {
      const text = entry.isFile() ? readFileSync(path, 'latin1') : '';
      found.set(path, `${ino} ${mode} ${mtimeNs} ${nlink} ${text}`);
    }
  }
  return found;
}

function changesOf(command: string): { readonly directory: string; readonly changed: readonly string[] } {
  const directory = mkdtempSync(join(root, 'run-'));
  cpSync(fixture, directory, { recursive: true, preserveTimestamps: true });
  const before = snapshot(directory);
  const { error, stderr } = spawnSync('bash', ['-c', command], { cwd: directory, env, timeout: 60_000 });
  expect(error, command).toBeUndefined();
  expect(String(stderr), command).not.toMatch(/not found/);
  const after = snapshot(directory);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return { directory, changed: [...paths].filter((path) => before.get(path) !== after.get(path)) };
}

it.each(COMMANDS)('%s', (command) => {
  const { directory, changed } = changesOf(command);
  const context = { cwd: directory, home: root, repositoryKeys: () => [] };
  const { commands, opaque } = analyzeCommand(command, context);
  expect(opaque).toBeUndefined();
  const written = commands
    .flatMap(({ files, redirections }) => [...files, ...redirections])
    .filter(({ access }) => access === 'write' || access === 'remove');
  const isSeen = (path: string): boolean =>
    written.some(
      (file) =>
        file.path !== undefined &&
        (realPath(file.path) === path ||
          (file.isTree && path.startsWith(`${realPath(file.path)}/`)) ||
          // A directory is made on the way to a file in it.
          file.path.startsWith(`${path}/`)),
    );
  expect(changed).not.toEqual([]);
  expect(changed.filter((path) => !isSeen(path))).toEqual([]);
});

/** `sub/../target` as the kernel reads it; here no link is in the way. */
function realPath(path: string): string {
  return join(path);
}
