import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainFields } from '../../src/definitions/plain-fields.ts';
import { readFrontmatter } from '../../src/definitions/read-frontmatter.ts';

async function fieldsOf(text: string): Promise<Record<string, unknown>> {
  const read = await readFrontmatter(text);
  if (!read.ok) throw new Error(read.problem.message);
  return Object.fromEntries([...read.frontmatter.fields].map(([key, { value }]) => [key, value]));
}

async function bodyOf(text: string): Promise<string> {
  const read = await readFrontmatter(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.frontmatter.body;
}

const PLAIN = '---\nname: reader\ntools:\n  - Read\n  - Grep\n---\n\nYou read.\n\nCarefully.\n';
const FIELDS = { name: 'reader', tools: ['Read', 'Grep'] };
const BODY = 'You read.\n\nCarefully.';

describe('frontmatter of a Markdown file', () => {
  it.each([
    ['line feeds', PLAIN],
    ['Windows line ends', PLAIN.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${PLAIN}`],
    ['both', `\uFEFF${PLAIN.replaceAll('\n', '\r\n')}`],
    ['spaces after its fences', PLAIN.replaceAll('---', '---  ')],
    ['longer fences', PLAIN.replaceAll('---', '-----')],
    ['a longer fence at its end', PLAIN.replace('\n---', '\n-----')],
    ['blank lines above it', `\n\n${PLAIN}`],
  ])('is read with %s', async (_, text) => {
    expect(await fieldsOf(text)).toEqual(FIELDS);
    expect(await bodyOf(text)).toBe(BODY);
  });

  it.each([
    ['a comment', '<!-- Generated. -->'],
    ['a comment of several lines', '<!--\nGenerated.\n---\n-->'],
    ['a heading', '# Reader'],
    ['both', '# Reader\n\n<!-- Generated. -->'],
  ])('is read below %s, which belongs to the text', async (_, above) => {
    const text = `${above}\n${PLAIN.replaceAll('\n', '\r\n')}`;
    expect(await fieldsOf(text)).toEqual(FIELDS);
    expect(await bodyOf(text)).toBe(`${above}\n\n${BODY}`);
    const read = await readFrontmatter(text);
    const lines = read.ok ? [...read.frontmatter.fields.values()].map(({ line }) => line) : [];
    const first = above.split('\n').length + 2;
    expect(lines).toEqual([first, first + 1]);
  });

  it.each([
    ['below a paragraph', `Words.\n\n${PLAIN}`],
    ['without a name or a description', '# Notes\n---\nNote: one\n---\nText'],
    ['of longer lines, without an end', '-----\nname: x\n'],
    ['below a comment with words after it', `<!-- c --> Words.\n${PLAIN}`],
  ])('is not taken from rules %s', async (_, text) => {
    expect(await fieldsOf(text)).toEqual({});
    expect(await bodyOf(text)).toBe(text.trimEnd());
  });

  it('may be missing or empty', async () => {
    expect(await fieldsOf('Just text.\n---\n')).toEqual({});
    expect(await bodyOf('Just text.\n---\n')).toBe('Just text.\n---');
    expect(await fieldsOf('---\n---\nText')).toEqual({});
    expect(await bodyOf('---\n---\nText')).toBe('Text');
  });

  it.each([
    [
      'a colon in plain text',
      'description: Use it when: tests fail',
      { description: 'Use it when: tests fail' },
    ],
    ['a comment sign within a word', 'description: issue#5', { description: 'issue#5' }],
    ['several such lines', 'a: x: y\nb: "q"\nc: 3: 4', { a: 'x: y', b: 'q', c: '3: 4' }],
    ['two lists', 'argument-hint: [a] [b]\nname: x', { 'argument-hint': '[a] [b]', name: 'x' }],
    ['a bare placeholder', 'argument-hint: {pr} now', { 'argument-hint': '{pr} now' }],
    ['a key named like a prototype', '__proto__: x', { ['__proto__']: 'x' }],
  ])('accepts %s', async (_, yaml, expected) => {
    const read = await readFrontmatter(`---\n${yaml}\n---\n`);
    if (!read.ok) throw new Error(read.problem.message);
    const values = [...read.frontmatter.fields].map(([key, { value }]) => [key, value]);
    expect(values).toEqual(Object.entries(expected));
  });

  it.each([
    ['argument-hint: [pr] [prio]', []],
    ['argument-hint: [pr] [prio]\ndescription: a: b', ['description']],
  ])('says which values it takes as text: %j', async (yaml, keys) => {
    const read = await readFrontmatter(`---\n${yaml}\n---\n`);
    const problems = read.ok ? read.frontmatter.problems : [read.problem];
    expect(problems.map(({ message }) => /`(.*)`/.exec(message)?.[1])).toEqual(keys);
  });

  it.each([
    ['no end', '---\nname: x\n', 1],
    ['a broken list', '---\nname: x\ntools: [Read\n---\n', 3],
    ['rights that would have to be guessed', '---\nhint: [a] [b]\nallowed-tools: [Read] Bash\n---\n', 2],
    ['a key twice', '---\nname: x\nname: y\n---\n', 3],
    ['a list at the top', '---\n- name\n---\n', 2],
    [
      'aliases that grow',
      `---\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n---\n`,
      4,
    ],
    ['a list that contains itself', '---\nname: x\nhooks: &a [*a, *a, *a]\n---\n', 3],
    ['a map that contains itself', '---\nname: x\nhooks: &a { Stop: *a }\n---\n', 3],
    ['what is nested too deeply', `---\nname: x\nhooks: ${'['.repeat(65)}${']'.repeat(65)}\n---\n`, 3],
    ['brackets without end', `---\nname: x\nhooks: ${'['.repeat(60_000)}\n---\n`, 2],
    ['lists in lists without end', `---\nname: x\nhooks:\n  ${'- '.repeat(60_000)}x\n---\n`, 2],
    ['broken YAML below a comment', '<!-- c -->\n---\nname: x\ntools: [Read\n---\n', 4],
  ])('says the line of %s', async (_, text, line) => {
    const read = await readFrontmatter(text);
    expect(read).toMatchObject({ ok: false, problem: { line } });
  });

  it('knows the line of each key', async () => {
    const read = await readFrontmatter('\uFEFF---\r\nname: x\r\n\r\nmodel: y\r\n---\r\n');
    if (!read.ok) throw new Error(read.problem.message);
    expect([...read.frontmatter.fields.values()].map(({ line }) => line)).toEqual([2, 4]);
  });

  it('is read without the YAML parser only where that says the same', () => {
    const piece = fc.constantFrom(
      'a',
      'Use',
      ' ',
      ': ',
      ':',
      ' #',
      '#',
      '"',
      "'",
      '[',
      ']',
      '{',
      '-',
      '- ',
      '|',
      '>',
      '&x',
      '*x',
      '!t',
      '%',
      '@',
      '`',
      ',',
      'true',
      'Null',
      'no',
      '1',
      '1.5',
      '~',
      '.',
      '(',
      '\t',
      '\n',
      '\n  ',
      'b: ',
      '=',
    );
    const line = fc.tuple(fc.constantFrom('a', 'b', 'c-d'), fc.array(piece, { maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), (lines) => {
        const yaml = lines.map(([key, pieces]) => `${key}: ${pieces.join('')}`).join('\n');
        const plain = plainFields(yaml, 1);
        if (plain === undefined || plain.size === 0) return;
        const values = Object.fromEntries([...plain].map(([key, { value }]) => [key, value]));
        expect(values).toEqual(parse(yaml));
      }),
      { numRuns: 2_000 },
    );
  });
});
