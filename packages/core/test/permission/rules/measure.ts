// Prints what a question costs with 10,000 rules: node --conditions=sluice-source packages/core/test/permission/rules/measure.ts
import type { CompiledRules, PermissionRule, RuleBehavior } from '../../../src/index.ts';
import { compile, plain, ruleOf } from './kit.ts';

const COUNT = 10_000;
const ROUNDS = 30;

/** Each hundredth pattern has no directory and no name to be found by. */
function pathSpecifier(index: number): string {
  if (index % 100 === 99) return `**/*x${index}y*`;
  switch (index % 6) {
    case 0:
      return `/src/module-${index}/**`;
    case 1:
      return `//data/tree-${index % 50}/part-${index}/*.ts`;
    case 2:
      return `secret-${index}.json`;
    case 3:
      return `packages/*/generated-${index}/**`;
    case 4:
      return `*.ending${index}`;
    default:
      return `~/documents/${index}/**/*.md`;
  }
}

function commandSpecifier(index: number): string {
  if (index % 100 === 99) return `* --flag-${index}`;
  switch (index % 4) {
    case 0:
      return `npm run task-${index} *`;
    case 1:
      return `git commit -m message-${index}`;
    case 2:
      return `tool-${index}:*`;
    default:
      return `make target-${index}*`;
  }
}

function compileTimed(name: string, rules: readonly PermissionRule[]): CompiledRules {
  const start = performance.now();
  const compiled = compile(rules);
  console.log(`${name}: compiled in ${(performance.now() - start).toFixed(0)} ms`);
  return compiled;
}

function time<T>(name: string, questions: readonly T[], ask: (question: T) => unknown, repeat = 200): void {
  const costs: number[] = [];
  let answers = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    for (let at = 0; at < repeat; at += 1) {
      for (const question of questions) if (ask(question) !== undefined) answers += 1;
    }
    costs.push(((performance.now() - start) * 1000) / (repeat * questions.length));
  }
  costs.sort((a, b) => a - b);
  const [best, middle] = [costs[0] ?? 0, costs[ROUNDS / 2] ?? 0];
  console.log(
    `${name}: ${middle.toFixed(2)} µs, at best ${best.toFixed(2)} (${answers > 0 ? 'some' : 'no'} answers)`,
  );
}

const indexes = Array.from({ length: COUNT }, (_, index) => index);
const listOf = (behavior: RuleBehavior, textOf: (index: number) => string): PermissionRule[] =>
  indexes.map((index) => ruleOf(behavior, textOf(index)));

const misses = [
  '/p/src/app/main.ts',
  '/p/packages/core/src/run/message.ts',
  '/home/u/documents/a.md',
  '/data/tree-7/x.ts',
];
const hits = [
  '/p/src/module-600/a.ts',
  '/p/a/secret-8.json',
  '/p/packages/core/generated-9/a',
  '/p/a/b.ending10',
];
const spelled = (paths: readonly string[]) => paths.map((path) => ({ lexical: path, real: path }));
for (const behavior of ['deny', 'allow'] as const) {
  const paths = compileTimed(
    `${COUNT} path rules, ${behavior}`,
    listOf(behavior, (index) => `Read(${pathSpecifier(index)})`),
  );
  time(`  forPath, no rule matches`, spelled(misses), (path) => paths.forPath(behavior, 'Read', path));
  time(`  forPath, a rule matches`, spelled(hits), (path) => paths.forPath(behavior, 'Read', path));
  const linked = misses.map((path) => ({ lexical: path, real: `/real${path}` }));
  time(`  forPath, two spellings`, linked, (path) => paths.forPath(behavior, 'Read', path));
  if (behavior === 'deny') {
    time(
      `  beneath`,
      spelled(['/elsewhere', '/data/tree-7/none']),
      (path) => paths.beneath('deny', 'Read', path),
      10,
    );
  }
}

const texts = [
  'npm run test -- -u',
  'git push origin main',
  'make all',
  'tool-9998 x',
  'npm run task-400 now',
].map(plain);
for (const behavior of ['deny', 'allow'] as const) {
  const commands = compileTimed(
    `${COUNT} command rules, ${behavior}`,
    listOf(behavior, (index) => `Bash(${commandSpecifier(index)})`),
  );
  time(`  forCommand`, texts, (text) => commands.forCommand(behavior, ['Bash'], text));
}

const tools = compileTimed(
  `${COUNT} tool rules`,
  listOf('deny', (index) =>
    index % 100 === 99 ? `*tool${index}*` : `mcp__server${index % 100}__tool${index}`,
  ),
);
time('  forTool', [['Bash'], ['mcp__server1__tool1'], ['mcp__other__x']], (names) =>
  tools.forTool('deny', names),
);

const mixed = compileTimed('allow and deny rules, covered by each other', [
  ...listOf('deny', (index) => `Bash(git * x${index})`),
  ...listOf('deny', (index) => `Bash(git x${index} *)`),
  ...listOf('allow', (index) => `Bash(git x${index} y *)`),
]);
console.log(`  ${mixed.problems.length} problems`);
