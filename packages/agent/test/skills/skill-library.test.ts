import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { markedText } from '@sluice/core';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { SkillLibrary, type SkillSet } from '../../src/skills/skill-library.ts';
import { knownSkillLines, listingNote, skillListing } from '../../src/skills/skill-listing.ts';
import { skillPlaces } from '../../src/skills/skill-places.ts';
import { listedSkillLines } from '../../src/skills/listed-skill-lines.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-skills-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function libraryOf(isTrusted = false, maxEntries = 1_000): SkillLibrary {
  const places = skillPlaces({
    cwd: join(root, 'project/sub'),
    root: join(root, 'project'),
    home: join(root, 'home'),
    userDirectories: [join(root, 'home/.sluice'), join(root, 'home/.claude')],
    managedDirectories: [join(root, 'managed/.sluice'), join(root, 'managed/.claude')],
    additionalDirectories: [],
    nestedDirectories: [join(root, 'project/sub/api'), join(root, 'project/sub/web/shop')],
    plugins: [{ name: 'plug', directories: { root: join(root, 'plug'), data: join(root, 'data') } }],
    readsUser: true,
    readsProject: true,
  });
  return new SkillLibrary({
    places: () => places,
    gate: { refusalOf: () => undefined },
    isTrusted: () => isTrusted,
    tools: () => ['Bash', 'Read'],
    judgeHooks: (hooks) => Promise.resolve(Array.isArray(hooks) ? 'They are a list.' : undefined),
    maxEntries,
  });
}

const names = ({ skills }: SkillSet): readonly string[] => skills.map(({ name }) => name).toSorted();
const md = (head: string, body = 'Text.'): string => `---\n${head}\n---\n${body}\n`;

describe('skills are found', () => {
  it('in every place, the first one with a name winning', async () => {
    write('home/.claude/skills/a/SKILL.md', md('description: user'));
    write('project/.claude/skills/a/SKILL.md', md('description: project'));
    write('project/sub/.sluice/skills/b/skill.md', md('description: lower case'));
    write('project/.claude/skills/group/deep/c/SKILL.md', md('description: deep'));
    write('project/.claude/skills/a/inner/SKILL.md', md('description: below another'));
    write('project/.claude/commands/d.md', 'No frontmatter.');
    write('project/.claude/commands/front/d.md', md('description: second'));
    write('project/.claude/commands/front/e.md', md('description: in a folder'));
    write('project/.claude/commands/b.md', md('description: a skill of the name wins'));
    write('project/.agents/skills/f/SKILL.md', md('description: shared'));
    write('home/.codex/prompts/g.md', md('description: of Codex'));
    write(
      'project/.gemini/commands/git/h.toml',
      'description = "of Gemini"\nprompt = """\nDo {{args}}\n"""\n',
    );
    write('project/.opencode/command/i.md', md('description: of opencode'));
    const untrusted = await libraryOf().look();
    expect(names(untrusted)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'front:d', 'g']);
    expect(untrusted.find('a')?.description).toBe('user');
    expect(untrusted.find('b')?.description).toBe('lower case');
    expect(untrusted.find('d')?.description).toBe('No frontmatter.');
    expect(untrusted.problems).toEqual([]);
    const trusted = await libraryOf(true).look();
    expect(names(trusted)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'front:d', 'g', 'git:h', 'i']);
    expect(trusted.find('git:h')).toMatchObject({ description: 'of Gemini', body: 'Do $ARGUMENTS' });
  });

  it("of an administrator first, and of nested directories after the project's own, under a longer name if need be", async () => {
    write('managed/.claude/skills/a/SKILL.md', md('description: managed'));
    write('home/.claude/skills/a/SKILL.md', md('description: user'));
    write('project/.claude/skills/b/SKILL.md', md('description: project'));
    write('project/sub/api/.claude/skills/b/SKILL.md', md('description: of the api'));
    write('project/sub/web/shop/.sluice/commands/git/b.md', md('description: of the shop'));
    write('project/sub/web/shop/.claude/skills/c/SKILL.md', md('description: only there'));
    write('plug/skills/b/SKILL.md', md('name: b\ndescription: of a plugin'));
    write(
      'plug/commands/deep/x.md',
      md('description: its command\nallowed-tools: Bash(${CLAUDE_PLUGIN_ROOT}/x *)'),
    );
    write('project/sub/other/.claude/skills/d/SKILL.md', md('description: not touched'));
    const { skills, problems } = await libraryOf().look();
    expect(problems).toEqual([]);
    expect(skills.map(({ name, description }) => `${name} ${description}`).toSorted()).toEqual([
      'a managed',
      'api:b of the api',
      'b project',
      'c only there',
      'git:b of the shop',
      'plug:b of a plugin',
      'plug:x its command',
    ]);
    expect(skills.find(({ name }) => name === 'plug:x')?.allowedTools).toEqual([
      `Bash(${join(root, 'plug')}/x *)`,
    ]);
  });

  it('once, however many links lead to a file, and without an end', async () => {
    write('project/.claude/skills/a/SKILL.md', md('description: one'));
    symlinkSync(join(root, 'project/.claude/skills'), join(root, 'project/.claude/skills/loop'));
    mkdirSync(join(root, 'project/sub/.claude'), { recursive: true });
    symlinkSync(join(root, 'project/.claude/skills'), join(root, 'project/sub/.claude/skills'));
    expect(names(await libraryOf().look())).toEqual(['a']);
  });

  it('with a diagnostic for what is wrong, and are never run with fewer restrictions than written', async () => {
    write(
      'project/.claude/skills/a/SKILL.md',
      '\uFEFF---\r\nname: Other Name\r\ndescription: x\r\n---\r\nText\r\n',
    );
    write('project/.claude/skills/b/SKILL.md', md('allowed-tools: [Read] Bash'));
    write(
      'project/.claude/skills/c/SKILL.md',
      md('description: x\nmodel: opus\neffort: huge\nshell: powershell\nhooks: {}'),
    );
    write(
      'project/.claude/skills/d/SKILL.md',
      md(
        'description: x\nallowed-tools: bash(git add:*), read LS\nuser-invocable: off\ndisable-model-invocation: 1',
      ),
    );
    write('project/.claude/skills/e/SKILL.md', md('description: x\nhooks: [1]'));
    write(
      'project/.claude/skills/f/SKILL.md',
      md('description: x\ndisable-model-invocation: maybe\nuser-invocable: perhaps'),
    );
    const set = await libraryOf().look();
    expect(names(set)).toEqual(['a', 'c', 'd', 'f']);
    expect(set.findBroken('e')?.problem).toMatchObject({
      line: 3,
      message: expect.stringMatching(/hooks are invalid\. They are a list\.$/),
    });
    expect(set.find('f')).toMatchObject({ isForModel: false, isForPerson: true });
    expect(set.find('Other Name')?.name).toBe('a');
    expect(set.findBroken('b')?.problem).toMatchObject({ line: 2 });
    expect(set.problems.map(({ line, message }) => `${line} ${message.slice(0, 24)}`)).toEqual([
      '2 The name "Other Name" di',
      expect.stringMatching(/^2 Invalid YAML/),
      '5 `shell: powershell` is n',
      '4 `effort` must be low, me',
      '3 This file is not used, b',
      '3 `disable-model-invocatio',
      '4 `user-invocable` must be',
    ]);
    expect(set.find('c')).toMatchObject({ turn: { model: 'opus', effort: undefined }, hooks: {} });
    expect(set.find('d')).toMatchObject({
      turn: { model: undefined, effort: undefined },
      hooks: undefined,
      allowedTools: ['Bash(git add:*)', 'Read', 'Glob'],
      isForPerson: false,
      isForModel: false,
    });
  });

  it('with the agent that is to carry them out', async () => {
    const forkOf = async (head: string): Promise<unknown> => {
      write('project/.claude/skills/a/SKILL.md', md(`description: x\n${head}`));
      const set = await libraryOf().look();
      return [set.find('a')?.fork, set.problems.map(({ message }) => message)];
    };
    const plain = { agentType: undefined, isBackground: false, model: undefined, effort: undefined };
    expect(await forkOf('context: fork')).toEqual([plain, []]);
    expect(await forkOf('context: inline\nmodel: inherit\nbackground: false')).toEqual([undefined, []]);
    expect(await forkOf('context: fork\nagent: Explore\nmodel: haiku\neffort: low\nbackground: yes')).toEqual(
      [{ agentType: 'Explore', isBackground: true, model: 'haiku', effort: 'low' }, []],
    );
    expect(await forkOf('context: fork\neffort: huge')).toEqual([
      plain,
      [expect.stringContaining('`effort` must be')],
    ]);
    expect(await forkOf('context: spoon\nagent: Explore')).toEqual([
      undefined,
      [
        expect.stringContaining('`context` must be fork or inline'),
        expect.stringContaining('`agent` has no effect'),
      ],
    ]);
  });

  it('near the place first, so that a link to a great tree hides none of them, and says what it leaves out', async () => {
    write('project/.claude/skills/z/SKILL.md', md('description: last by name'));
    write('project/.claude/skills/a/deep/SKILL.md', md('description: deep'));
    write('project/.claude/skills/b/deep/SKILL.md', md('description: the same name'));
    for (let file = 0; file < 100; file += 1) write(`tree/${file % 2}/${file}`, '');
    symlinkSync(join(root, 'tree'), join(root, 'project/.claude/skills/link'));
    const set = await libraryOf(false, 60).look();
    expect(names(set)).toEqual(['deep', 'z']);
    expect(set.find('deep')?.description).toBe('deep');
    expect(set.problems).toMatchObject([
      {
        path: join(root, 'project/.claude/skills'),
        message: expect.stringContaining('more than 60 files'),
      },
    ]);
  });

  it('again when a file has changed, was added, or is gone', async () => {
    write('project/.claude/skills/a/SKILL.md', md('description: one'));
    const library = libraryOf();
    expect((await library.look()).find('a')?.description).toBe('one');
    write('project/.claude/skills/a/SKILL.md', md('description: changed'));
    write('project/.claude/skills/b/SKILL.md', md('description: new'));
    expect((await library.look()).find('a')?.description).toBe('changed');
    rmSync(join(root, 'project/.claude/skills/a'), { recursive: true });
    expect(names(await library.look())).toEqual(['b']);
    rmSync(join(root, 'project/.claude/skills/b/SKILL.md'));
    write('project/.claude/skills/b/inner/SKILL.md', md('description: moved down'));
    write('project/.claude/skills/c/skill.md', md('description: in lower case'));
    expect(names(await library.look())).toEqual(['c', 'inner']);
  });
});

describe('published skills', () => {
  const modules = join(import.meta.dirname, '../../../../node_modules');

  it('of packages, each with its license, load where programs share them, without a word', async () => {
    const packages = ['dotenv', '@modelcontextprotocol/inspector'];
    for (const name of packages) {
      expect(existsSync(join(modules, name, 'LICENSE'))).toBe(true);
      cpSync(join(modules, name, 'skills'), join(root, 'project/.agents/skills'), { recursive: true });
    }
    const set = await libraryOf().look();
    expect([names(set), set.problems]).toEqual([['dotenv', 'dotenvx', 'mcpdo'], []]);
    for (const { name, path, body, description } of set.skills) {
      const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      expect([name, text.endsWith(`${body}\n`) || text.endsWith(body)]).toEqual([name, true]);
      expect(text).toContain(description);
    }
  });

  it('with every key of the specification load without a word', async () => {
    const head = [
      'name: pdf-forms',
      'description: Fills in PDF forms. Use it when a form has to be filled in.',
      'license: Apache-2.0',
      'compatibility: Needs python3 and the network',
      'metadata:',
      '  author: example-org',
      '  version: "1.0"',
      '  edition: &edition 2.10',
      '  first: *edition',
      '  reviewed:',
      '  openclaw: { requires: { bins: [git] } }',
      '  __proto__: none',
      'allowed-tools: Bash(python3:*) Read',
    ];
    write(
      'project/.agents/skills/pdf-forms/SKILL.md',
      md(head.join('\n'), '# Steps\n\nRun scripts/fill.py.'),
    );
    write('project/.agents/skills/pdf-forms/scripts/fill.py', 'print()\n');
    write('project/.agents/skills/pdf-forms/references/FORMS.md', '# Forms\n');
    const set = await libraryOf().look();
    expect([names(set), set.problems]).toEqual([['pdf-forms'], []]);
    expect(set.find('pdf-forms')).toMatchObject({
      ...{ allowedTools: ['Bash(python3:*)', 'Read'], isForModel: true },
      ...{ license: 'Apache-2.0', compatibility: 'Needs python3 and the network' },
      metadata: new Map([
        ['author', 'example-org'],
        ['version', '1.0'],
        ['edition', '2.10'],
        ['first', '2.10'],
        ['reviewed', ''],
        ['openclaw', '{"requires":{"bins":["git"]}}'],
        ['__proto__', 'none'],
      ]),
    });
  });
});

it.each([
  ['a text', 'v1'],
  ['a list', '[a, b]'],
])('metadata that is %s is left out with its line', async (_, value) => {
  write('project/.claude/skills/one/SKILL.md', md(`description: x\nmetadata: ${value}`));
  const set = await libraryOf().look();
  expect(set.find('one')?.metadata).toEqual(new Map());
  expect(set.problems).toMatchObject([{ line: 3, message: expect.stringContaining('`metadata` must be') }]);
});

describe('the list for the model', () => {
  const limits = { budget: 8_000, perSkill: 40, visibility: () => 'on' as const };

  it('has every name, whatever the budget, and is told once', async () => {
    for (let at = 0; at < 30; at += 1)
      write(`project/.claude/skills/s${at}/SKILL.md`, md(`description: ${'long '.repeat(20)}`));
    const { skills } = await libraryOf().look();
    const whole = skillListing(skills, limits);
    expect(whole.shortened.size).toBe(0);
    expect(Math.max(...[...whole.lines.values()].map((line) => line.length))).toBeLessThan(50);
    const short = skillListing(skills, { ...limits, budget: 500 });
    expect(short.lines.size).toBe(30);
    expect(short.shortened.size).toBeGreaterThan(15);
    expect([...short.lines.values()].join('\n').length).toBeLessThan(501);
    const note = listingNote(whole.lines, new Map()) ?? '';
    const told = listedSkillLines([
      { role: 'user', content: [{ type: 'text', text: markedText(note, 'note') }] },
    ]);
    expect(listingNote(whole.lines, told)).toBeUndefined();
    const [first = ''] = whole.lines.keys();
    const changed = new Map(whole.lines).set('new', '- new: One');
    changed.delete(first);
    const second = listingNote(changed, told) ?? '';
    expect(second).toBe(
      `These skills are new or have changed:\n- new: One\n\nThese skills no longer exist:\n- ${first}`,
    );
    const both = [note, second].map((text) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text: markedText(text, 'note') }],
    }));
    expect(listedSkillLines(both)).toEqual(changed);
    // Only the program itself says what the model knows.
    const spoofs = [note, markedText(note, 'instructions'), markedText(`x\n${note}`, 'note')].map((text) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text }],
    }));
    expect(listedSkillLines(spoofs).size).toBe(0);
  });

  it('keeps the descriptions of the most used when there is no room for all, and what was told stays told', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      write(`project/.claude/skills/${name}/SKILL.md`, md(`description: does ${name}`));
    const { skills } = await libraryOf().look();
    const whole = skillListing(skills, limits).lines;
    const uses = () => new Map(Object.entries({ c: 3, d: 1, gone: 9 }));
    const short = skillListing(skills, { ...limits, budget: 32, uses });
    expect([[...short.lines.values()], short.shortened.size]).toEqual([
      ['- a', '- b', '- c: does c', '- d: does d'],
      2,
    ]);
    expect(listingNote(short.lines, whole)).toBeUndefined();
    expect(listingNote(whole, short.lines)).toContain('- a: does a\n- b: does b');
    const known = knownSkillLines(new Map(short.lines).set('c', '- c: is new').set('e', '- e'), whole);
    expect([...known.values()]).toEqual(['- a: does a', '- b: does b', '- c: is new', '- d: does d', '- e']);
    const changed = new Map(whole).set('a', '- a: is new');
    expect(listingNote(changed, knownSkillLines(short.lines, whole))).toMatch(/changed:\n- a: is new$/);
  });
});
