import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createMemoryFiles,
  type CompiledRules,
  type PermissionRule,
  type RuleBehavior,
} from '../../../src/index.ts';
import { compile, plain, ruleOf, spell } from './kit.ts';

const RUNS = { numRuns: Math.min(400, Number(process.env['SLUICE_RUNS'] ?? 400)) };

const files = createMemoryFiles({
  contents: new Map([
    ['/p/a/b', ''],
    ['/p/b/a.ts', ''],
    ['/a/c', ''],
  ]),
  links: new Map([
    ['/p/c', '/a'],
    ['/b', '/p/b'],
    ['/p/a/a', '/p/b/a.ts'],
  ]),
});

const behavior = fc.constantFrom<RuleBehavior>('allow', 'ask', 'deny');
const segment = fc.constantFrom('a', 'b', 'c', 'a.ts', '*', '**', '*.ts', 'a*', '?', '*a*', '[ab]', 'p');
const specifier = fc
  .tuple(
    fc.constantFrom('', './', '/', '//', '~/', '//p/'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([anchor, segments, end]) => `${anchor}${segments.join('/')}${end}`);
const name = fc.constantFrom('a', 'b', 'c', 'a.ts', 'ab', 'p', '.ts');
const path = fc.array(name, { maxLength: 5 }).map((names) => `/${names.join('/')}`);

const rule = fc
  .tuple(
    behavior,
    fc.oneof(
      fc.tuple(fc.constantFrom('Read', 'Edit'), specifier),
      fc.tuple(
        fc.constantFrom('Bash', 'Monitor'),
        fc.constantFrom('a', 'a *', 'a*', '* b', 'a b:*', 'a * b', '*b*', 'a b'),
      ),
      fc.tuple(
        fc.constant('WebFetch'),
        fc.constantFrom('a.b', '*.b', 'a.*', '*', '*.a.b', 'c.a.b', '*.*').map((host) => `domain:${host}`),
      ),
      fc.tuple(fc.constantFrom('Skill', 'Agent', 'Task'), fc.constantFrom('a', 'a *', 'a*', 'b')),
      fc.tuple(
        fc.constantFrom('Agent', 'A*', '*', 'mcp__a'),
        fc.constantFrom('a:1', 'a:*', 'b:1*', 'a:true'),
      ),
      fc.tuple(
        fc.constantFrom('Bash', 'B*', '*', 'mcp__a', 'mcp__a__*', 'mcp__a__b*', 'mcp__a__b', 'Task'),
        fc.constant(''),
      ),
    ),
  )
  .map(([list, [tool, inside]]) => ruleOf(list, inside === '' ? tool : `${tool}(${inside})`));
const rules = fc.array(rule, { maxLength: 30 });

type Question = (rules: CompiledRules) => PermissionRule | undefined;

const tools = fc.constantFrom(
  'Bash',
  'Monitor',
  'Agent',
  'Skill',
  'Task',
  'mcp__a__b',
  'mcp__a__bc',
  'mcp__ab__b',
  'B',
);
const scalar = fc.constantFrom('1', 1, true, null, '12');
const question: fc.Arbitrary<Question> = fc.oneof(
  fc.tuple(behavior, fc.constantFrom('Read' as const, 'Edit' as const), path).map(
    ([list, kind, asked]): Question =>
      (rules) =>
        rules.forPath(list, kind, spell(asked, files)),
  ),
  fc
    .tuple(
      fc.constantFrom('ask' as const, 'deny' as const),
      fc.constantFrom('Read' as const, 'Edit' as const),
      path,
    )
    .map(
      ([list, kind, asked]): Question =>
        (rules) =>
          rules.beneath(list, kind, spell(asked, files)),
    ),
  fc.tuple(behavior, tools, fc.constantFrom('a', 'a b', 'ab', 'a c b', 'c b', 'b'), fc.boolean()).map(
    ([list, tool, text, skipsBroad]): Question =>
      (rules) =>
        rules.forCommand(list, [tool], plain(text), { skipsBroad }),
  ),
  fc.tuple(behavior, fc.constantFrom('a.b', 'c.a.b', 'b', 'd.c.a.b', 'a.c')).map(
    ([list, host]): Question =>
      (rules) =>
        rules.forHost(list, ['WebFetch'], host),
  ),
  fc.tuple(behavior, tools, fc.constantFrom('a', 'ab', 'b'), fc.constantFrom(undefined, 'x')).map(
    ([list, tool, name, rest]): Question =>
      (rules) =>
        rules.forName(list, [tool], name, rest),
  ),
  fc
    .tuple(
      fc.constantFrom('ask' as const, 'deny' as const),
      tools,
      fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }),
    )
    .map(
      ([list, tool, input]): Question =>
        (rules) =>
          rules.parametersOf(list, [tool])?.(input),
    ),
  fc.tuple(behavior, tools).map(
    ([list, tool]): Question =>
      (rules) =>
        rules.forTool(list, [tool]),
  ),
  tools.map(
    (tool): Question =>
      (rules) =>
        rules.mayConcern([tool]),
  ),
);

it('an index answers as asking one rule after another does', () => {
  fc.assert(
    fc.property(rules, fc.array(question, { minLength: 1, maxLength: 20 }), (list, questions) => {
      const all = compile(list, { files });
      const each = list.map((one) => compile([one], { files }));
      for (const ask of questions) {
        const first = each.findIndex((one) => ask(one) !== undefined);
        expect(ask(all)).toBe(list[first]);
      }
    }),
    RUNS,
  );
});

it('so does an index of many paths of one list', () => {
  const list = fc.array(specifier, { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(behavior, list, fc.array(path, { minLength: 5, maxLength: 20 }), (behavior, texts, paths) => {
      const list = texts.map((text) => ruleOf(behavior, `Read(${text})`));
      const all = compile(list, { files });
      const each = list.map((one) => compile([one], { files }));
      for (const asked of paths.map((asked) => spell(asked, files))) {
        const first = each.findIndex((one) => one.forPath(behavior, 'Read', asked) !== undefined);
        expect(all.forPath(behavior, 'Read', asked)).toBe(list[first]);
        if (behavior === 'allow') continue;
        const inside = each.findIndex((one) => one.beneath(behavior, 'Read', asked) !== undefined);
        expect(all.beneath(behavior, 'Read', asked)).toBe(list[inside]);
      }
    }),
    RUNS,
  );
});

it('no text of a rule is more than a problem', () => {
  const text = fc.oneof(
    fc.string({
      unit: fc.constantFrom(
        '(',
        ')',
        '*',
        '/',
        '\\',
        '[',
        ']',
        '!',
        '-',
        ':',
        '.',
        '~',
        ' ',
        'R',
        'Bash',
        'Read',
        'mcp__',
        '_',
      ),
    }),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(behavior, text, path, (list, written, asked) => {
      const compiled = compile([ruleOf(list, written), ruleOf(list, `Read(${written})`)], { files });
      compiled.forPath(list, 'Read', spell(asked, files));
      if (list !== 'allow') compiled.beneath(list, 'Read', spell(asked, files));
      for (const { message } of compiled.problems) expect(message).not.toBe('');
    }),
    { numRuns: Math.min(3000, Number(process.env['SLUICE_RUNS'] ?? 3000)) },
  );
});

it('what a tree may hold is found before it is asked for', () => {
  fc.assert(
    fc.property(fc.array(specifier, { maxLength: 6 }), path, fc.nat(4), (specifiers, asked, depth) => {
      const list = specifiers.map((text) => ruleOf('deny', `Read(${text})`));
      const compiled = compile(list, { files });
      const real = spell(asked, files).real;
      const isThere = files.identify(real, '/').links > 0;
      fc.pre(isThere && compiled.forPath('deny', 'Read', { lexical: real, real }) !== undefined);
      const tree = `/${real
        .split('/')
        .slice(1, depth + 1)
        .join('/')}`;
      expect(compiled.beneath('deny', 'Read', { lexical: tree, real: tree })).toBeDefined();
    }),
    RUNS,
  );
});
