import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  linkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createContextFileGate,
  createPermissionContext,
  createPolicy,
  type PermissionRule,
  type PermissionStart,
} from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openInstructions, type InstructionPlace } from '../../src/instructions/read-instructions.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-instructions-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const policy = createPolicy({ files: createNodeFiles(), remedy: '' });
const SECRET = 'hunter2';
let places = 0;

interface Where {
  /** Holds all the others. */
  readonly root: string;
  /** The working directory. */
  readonly work: string;
  readonly home: string;
  /** The user's own directory of settings. */
  readonly own: string;
  /** Outside of all. */
  readonly outside: string;
}

function newPlace(): Where {
  places += 1;
  const root = join(scratch, String(places));
  const where = {
    root,
    work: join(root, 'above', 'work'),
    home: join(root, 'home'),
    own: join(root, 'home', '.claude'),
    outside: join(root, 'outside'),
  };
  for (const directory of Object.values(where)) mkdirSync(directory, { recursive: true });
  write(join(where.outside, 'secret.md'), SECRET);
  return where;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function rule(behavior: PermissionRule['behavior'], text: string): PermissionRule {
  return { behavior, text, source: 'cli', root: '/' };
}

interface Given {
  readonly rules?: readonly PermissionRule[];
  readonly isTrusted?: boolean;
  readonly permission?: Partial<PermissionStart>;
  readonly kinds?: InstructionPlace['kinds'];
}

function read(where: Where, { rules = [], isTrusted = false, permission = {}, kinds }: Given = {}) {
  const context = createPermissionContext(
    { mode: 'default', workingDirectories: [where.work], home: where.home, rules, ...permission },
    1,
  );
  const gate = createContextFileGate({ policy, current: () => context, isTrusted: () => isTrusted });
  const { work: cwd, home, own } = where;
  const { start, about } = openInstructions({
    cwd,
    home,
    userDirectories: [own],
    kinds,
    gate,
    trustRemedy: 'Trust it.',
  });
  return { ...start, about, text: start.files.map(({ text }) => text).join('\n') };
}

type Make = (where: Where) => void;
const imports =
  (spell: (where: Where) => string): Make =>
  (where) =>
    write(join(where.work, 'CLAUDE.md'), `Read @${spell(where)}.`);

/** Each leads from the project's own files to the secret outside. */
const LEADS: readonly [title: string, make: Make][] = [
  ['an absolute import', imports(({ outside }) => `${outside}/secret.md`)],
  ['an import with ..', imports(() => '../../outside/secret.md')],
  [
    'an import from the home directory',
    (where) => {
      write(join(where.home, 'notes.md'), SECRET);
      imports(() => '~/notes.md')(where);
    },
  ],
  [
    'an import of a link',
    (where) => {
      symlinkSync(join(where.outside, 'secret.md'), join(where.work, 'notes.md'));
      imports(() => 'notes.md')(where);
    },
  ],
  [
    'an import through a linked directory',
    (where) => {
      symlinkSync(where.outside, join(where.work, 'docs'));
      imports(() => './docs/secret.md')(where);
    },
  ],
  [
    'an import of an import',
    (where) => {
      write(join(where.work, 'a.md'), '@b.md');
      write(join(where.work, 'b.md'), `@${where.outside}/secret.md`);
      imports(() => 'a.md')(where);
    },
  ],
  ...['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'].map((name): [string, Make] => [
    `${name} that is a link`,
    ({ work, outside }) => {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      symlinkSync(join(outside, 'secret.md'), join(work, name));
    },
  ]),
  [
    'a linked .claude',
    ({ work, outside }) => {
      write(join(outside, 'CLAUDE.md'), SECRET);
      symlinkSync(outside, join(work, '.claude'));
    },
  ],
  [
    'a CLAUDE.md above that is a link',
    ({ work, outside }) => symlinkSync(join(outside, 'secret.md'), join(dirname(work), 'CLAUDE.md')),
  ],
  [
    'an import of a CLAUDE.md above',
    ({ work, outside }) => write(join(dirname(work), 'CLAUDE.md'), `@${outside}/secret.md`),
  ],
  [
    "an import of a project's file that the user's own file names",
    (where) => {
      write(join(where.own, 'CLAUDE.md'), `@${where.work}/AGENTS.md`);
      write(join(where.work, 'AGENTS.md'), `@${where.outside}/secret.md`);
    },
  ],
  [
    "an import of another project's file that the user's own file names",
    (where) => {
      write(join(where.own, 'CLAUDE.md'), `@${where.root}/other/AGENTS.md`);
      write(join(where.root, 'other', 'AGENTS.md'), `@${where.outside}/secret.md`);
    },
  ],
  [
    "a user's own file that is a link into the project",
    (where) => {
      write(join(where.work, 'mine.md'), `@${where.outside}/secret.md`);
      symlinkSync(join(where.work, 'mine.md'), join(where.own, 'CLAUDE.md'));
    },
  ],
];

test.each(LEADS)('outside, untrusted: %s is left out and told; trusted, it is read', (_title, make) => {
  const where = newPlace();
  make(where);
  const untrusted = read(where);
  expect(untrusted.text).not.toContain(SECRET);
  expect(untrusted.problems).toHaveLength(1);
  expect(untrusted.problems[0]).toMatch(/ was skipped: .* is outside the working directory\. Trust it\.$/);
  // No mode opens what a project names.
  expect(read(where, { permission: { mode: 'bypassPermissions' } }).text).not.toContain(SECRET);
  const trusted = read(where, { isTrusted: true });
  expect(trusted.text).toContain(SECRET);
  expect(trusted.problems).toEqual([]);
});

test.each(LEADS)('a deny rule or an ask rule for reading keeps out %s, trusted or not', (_title, make) => {
  const where = newPlace();
  make(where);
  for (const behavior of ['deny', 'ask'] as const) {
    const rules = ['outside/**', 'home/notes.md'].map((path) =>
      rule(behavior, `Read(/${where.root}/${path})`),
    );
    const found = read(where, { rules, isTrusted: true });
    expect(found.text).not.toContain(SECRET);
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toContain(`the ${behavior} rule Read(`);
    expect(found.problems[0]).not.toContain('Trust it');
  }
});

test.each(LEADS)('an allow rule, or a directory that the user adds, opens %s', (_title, make) => {
  const where = newPlace();
  make(where);
  const rules = [rule('allow', `Read(/${where.root}/**)`)];
  expect(read(where, { rules })).toMatchObject({ text: expect.stringContaining(SECRET), problems: [] });
  const workingDirectories = [where.work, where.root];
  expect(read(where, { permission: { workingDirectories } }).text).toContain(SECRET);
});

test("the user's own instructions are outside by design, and deny rules hold for them too", () => {
  const where = newPlace();
  write(join(where.home, 'notes.md'), 'My notes.');
  write(join(where.root, 'dotfiles', 'CLAUDE.md'), `My rules. @~/notes.md @deep.md`);
  write(join(where.own, 'deep.md'), `Deep. @${where.outside}/secret.md`);
  symlinkSync(join(where.root, 'dotfiles', 'CLAUDE.md'), join(where.own, 'CLAUDE.md'));
  const found = read(where);
  for (const text of ['My rules.', 'My notes.', 'Deep.', SECRET]) expect(found.text).toContain(text);
  expect(found.problems).toEqual([]);
  const denied = read(where, { rules: [rule('deny', 'Read(~/notes.md)')] });
  expect(denied.text).not.toContain('My notes.');
  expect(denied.problems).toHaveLength(1);
});

test('what is inside is read: imports, links within, directories above, each once, in a circle, and a hard link', () => {
  const where = newPlace();
  write(join(where.root, 'CLAUDE.md'), 'Root. @root-notes.md');
  write(join(where.root, 'root-notes.md'), 'Root notes.');
  write(join(where.work, 'docs', 'a.md'), 'A. @b.md');
  write(join(where.work, 'b.md'), 'B. @CLAUDE.md @docs/a.md');
  symlinkSync('docs/a.md', join(where.work, 'AGENTS.md'));
  write(join(where.work, 'CLAUDE.md'), 'Work. @AGENTS.md @docs/a.md @docs/ @no-such/file.md');
  // Has no real path that says where else it is: is treated as inside.
  linkSync(join(where.outside, 'secret.md'), join(where.work, 'CLAUDE.local.md'));
  const found = read(where);
  expect(found.files.map(({ path, kind }) => [path.slice(where.root.length), kind])).toEqual([
    ['/CLAUDE.md', 'Project'],
    ['/root-notes.md', 'Project'],
    ['/above/work/CLAUDE.md', 'Project'],
    ['/above/work/AGENTS.md', 'Project'],
    ['/above/work/b.md', 'Project'],
    ['/above/work/CLAUDE.local.md', 'Local'],
  ]);
  expect(found.problems).toEqual([]);
  expect(read(where, { kinds: ['Local'] }).files.map(({ kind }) => kind)).toEqual(['Local']);
  expect(read(where, { kinds: [] }).files).toEqual([]);
});

test('what is not an ordinary file, too large, too deep or too many is left out and told', () => {
  const where = newPlace();
  execFileSync('mkfifo', [join(where.work, 'CLAUDE.md')]);
  symlinkSync('/dev/zero', join(where.work, 'AGENTS.md'));
  write(join(where.work, 'huge.md'), '');
  truncateSync(join(where.work, 'huge.md'), 5_000_000_000);
  for (let depth = 1; depth <= 6; depth += 1)
    write(join(where.work, `d${depth}.md`), `Depth ${depth}. @d${depth + 1}.md`);
  const long = 'x'.repeat(5000);
  write(join(where.work, 'CLAUDE.local.md'), `@huge.md @d1.md @${long}.md @a/\0/b @loop/x.md`);
  symlinkSync('loop', join(where.work, 'loop'));
  const found = read(where, { isTrusted: true });
  const told = (path: string, why: string): unknown =>
    expect.stringMatching(new RegExp(`^${where.work}/${path}[ ,].*was skipped.*${why}`));
  expect(found.problems).toEqual([
    told('CLAUDE.md', 'not a regular file'),
    told('AGENTS.md', 'not a regular file'),
    told('huge.md', 'larger than'),
    told('d6.md', '5 levels'),
    told('loop/x.md', 'ELOOP'),
  ]);
  expect(found.text).toContain('Depth 5.');
  expect(found.text).not.toContain('Depth 6.');

  const many = newPlace();
  const names = Array.from({ length: 80 }, (_, index) => `n${index}.md`);
  for (const name of names) write(join(many.work, name), 'N.');
  write(join(many.work, 'CLAUDE.md'), names.map((name) => `@${name}`).join(' '));
  const { files, problems } = read(many);
  expect(files).toHaveLength(50);
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toBe('11 more instruction files were skipped.');
});

test('directories below the working directory, and rules with paths, are read for a file that they are about', () => {
  const where = newPlace();
  const { work, own, outside } = where;
  write(join(work, 'CLAUDE.md'), 'Top. @sub/shared.md');
  write(join(work, 'sub/shared.md'), 'Shared.');
  write(join(work, 'sub/CLAUDE.md'), 'Sub. @shared.md @more.md');
  write(join(work, 'sub/more.md'), 'More.');
  write(join(work, 'sub/.claude/CLAUDE.md'), 'Sub, too.');
  write(join(work, 'sub/deep/AGENTS.md'), 'Deep.');
  write(join(work, 'sub/deep/CLAUDE.local.md'), 'Local.');
  mkdirSync(join(work, 'led'));
  symlinkSync(join(outside, 'secret.md'), join(work, 'led/CLAUDE.md'));
  write(join(work, 'denied/CLAUDE.md'), SECRET);
  write(join(work, '.claude/rules/all.md'), '---\ndescription: x\n---\nFor all.');
  write(join(work, '.claude/rules/a/ts.md'), '---\npaths: "**/*.ts"\n---\nFor ts. @hint.md');
  write(join(work, '.claude/rules/a/hint.md'), '---\npaths: never/**\n---\n');
  write(join(own, 'rules/own.md'), 'My own.');
  const { text, about } = read(where, { rules: [rule('deny', `Read(/${work}/denied/**)`)] });
  expect(text).toBe('My own.\nTop. @sub/shared.md\nShared.\nFor all.');
  const texts = (path: string) => about(join(work, path)).files.map((file) => [file.text, file.globs]);
  expect(texts('b.txt')).toEqual([]);
  expect(texts('sub/deep/a.ts')).toEqual([
    ['Sub. @shared.md @more.md', undefined],
    ['More.', undefined],
    ['Sub, too.', undefined],
    ['Deep.', undefined],
    ['Local.', undefined],
    ['For ts. @hint.md', ['**/*.ts']],
    [expect.stringContaining('never'), ['**/*.ts']],
  ]);
  expect(texts('sub/deep/b.ts')).toEqual([]);
  for (const [path, why] of [
    ['led/a', 'outside'],
    ['denied/a', 'rule'],
    [join('..', 'beside/a'), undefined],
  ] as const) {
    const { files, problems } = about(join(work, path));
    expect(files).toEqual([]);
    expect(problems).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
  }
  expect(read(where, { kinds: ['User'] }).about(join(work, 'sub/deep/a.ts')).files).toEqual([]);
});

/** Names in every directory of the random trees. */
const NAMES = ['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md', 'a.md', 'b.md', 'sub/c.md'];
const DIRECTORIES = ['above/work', 'above', 'outside', 'home', 'home/.claude'] as const;
const name = fc.constantFrom(...NAMES);
const place = fc.record({ directory: fc.constantFrom(...DIRECTORIES), name });
const spelling = fc.constantFrom('absolute', 'relative', 'home', 'linked');
const node = fc.record({
  at: place,
  link: fc.option(place, { freq: 3 }),
  imports: fc.array(fc.record({ to: place, spelling }), { maxLength: 3 }),
});

test('whatever files, links and imports there are: only what may be read is read', () => {
  fc.assert(
    fc.property(
      fc.array(node, { maxLength: 14 }),
      fc.option(fc.constantFrom<string>(...DIRECTORIES)),
      fc.boolean(),
      (nodes, denied, isTrusted) => {
        const where = newPlace();
        symlinkSync(where.outside, join(where.work, 'linked'));
        for (const { at, link, imports: named } of nodes) {
          const path = join(where.root, at.directory, at.name);
          mkdirSync(dirname(path), { recursive: true });
          rmSync(path, { force: true });
          if (link !== null) symlinkSync(join(where.root, link.directory, link.name), path);
          else write(path, named.map(({ to, spelling: how }) => `@${spell(where, to, how)}`).join(' '));
        }
        const rules = denied === null ? [] : [rule('deny', `Read(/${where.root}/${denied}/**)`)];
        const { files } = read(where, { rules, isTrusted });
        for (const { path, kind } of files) {
          const real = realpathSync(path);
          if (denied !== null) expect(`${real}/`).not.toContain(`${where.root}/${denied}/`);
          if (denied !== null) expect(`${path}/`).not.toContain(`${where.root}/${denied}/`);
          if (kind !== 'User' && !isTrusted) expect(real).toMatch(new RegExp(`^${where.root}/above/`));
          // What a project's directory leads to stays in it or in the working directory.
          if (kind !== 'User' && !isTrusted && dirname(path) === where.work)
            expect(real).toMatch(new RegExp(`^${where.work}/`));
        }
        rmSync(where.root, { recursive: true });
      },
    ),
    { numRuns },
  );
});

function spell(
  where: Where,
  { directory, name: file }: { directory: string; name: string },
  how: string,
): string {
  if (how === 'home') return `~/../${directory}/${file}`;
  if (how === 'relative') return `../../${directory}/${file}`;
  if (how === 'linked') return `linked/${file}`;
  return join(where.root, directory, file);
}
