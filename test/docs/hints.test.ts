import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** All texts in quotes of the program's sources, each with its file: whatever a person or a model may be told is one of them. */
const texts = globSync('packages/*/src/**/*.ts', { cwd: root }).flatMap((file) => {
  const code = read(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<=^|\s)\/\/ .*$/gm, '');
  const quoted = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
  return [...code.matchAll(quoted)].map(
    ([, single, double, template]) => [file, single ?? double ?? template ?? ''] as const,
  );
});

const usage = globSync('packages/sluice/src/cli/**/{usage,help}.ts', { cwd: root }).map(read).join('\n');

/** Each command that usage texts show, with its subcommands. */
function knownCommands(): ReadonlyMap<string, ReadonlySet<string>> {
  const commands = new Map<string, Set<string>>();
  for (const [, command = '', second = ''] of usage.matchAll(
    /\bsluice ([a-z]+)(?: ([a-z]+(?:\|[a-z]+)*)\b)?/g,
  )) {
    const subcommands = commands.get(command) ?? new Set();
    for (const word of second.split('|')) if (word !== '') subcommands.add(word);
    commands.set(command, subcommands);
  }
  return commands;
}

/** Words of a sentence that may follow a command. */
const VERBS = new Set(['calls', 'lists', 'prints', 'shows', 'uses', 'was', 'is', 'has']);

it('every command that a text names exists', () => {
  const commands = knownCommands();
  expect([...commands.keys()]).toEqual(expect.arrayContaining(['exec', 'rules', 'undo', 'sessions']));
  const main = /COMMANDS = \[([^\]]*)\]/.exec(read('packages/sluice/src/cli/main.ts'))?.[1] ?? '';
  const listed = new Set([...main.matchAll(/'([a-z]+)'/g)].map(([, name = '']) => name));
  const wrong: string[] = [];
  for (const [file, text] of texts) {
    for (const [whole, command = '', second = ''] of text.matchAll(/\bsluice ([a-z]+)(?: ([a-z]+)\b)?/g)) {
      const subcommands = commands.get(command);
      const isKnown = listed.has(command) && subcommands !== undefined;
      const isSubcommand = second === '' || subcommands?.size === 0 || subcommands?.has(second) === true;
      if (!isKnown || !(isSubcommand || VERBS.has(second))) wrong.push(`${file}: ${whole}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('every option that a text of the command advises exists', () => {
  const known = new Set([...usage.matchAll(/--[a-z][a-zA-Z-]*/g)].map(([option]) => option));
  for (const [file, text] of texts) {
    if (/\/cli\/[a-z-]+\/[a-z-]+-(?:options|flags)\.ts$/.test(file))
      for (const [option] of `--${text}`.matchAll(/^--[a-z][a-zA-Z-]*$/g)) known.add(option);
  }
  // Options of other programs' clients, which the help leaves out.
  const ofClients = read('packages/sluice/src/cli/print/client/client-options.ts');
  for (const [, name = ''] of ofClients.matchAll(/^ {2}'?([a-z][a-zA-Z-]*)'?: \{ type:/gm))
    known.add(`--${name}`);
  const wrong = texts
    .filter(([file]) => /^packages\/(?:sluice|session|agent|core|hooks|settings)\//.test(file))
    // Options of Node, of ripgrep and of git.
    .filter(
      ([file]) =>
        !/\/(?:bound-young-space|file-menu|git-status|search-sessions)\.ts$|\/session\/src\/worktree\//.test(
          file,
        ),
    )
    .flatMap(([file, text]) =>
      [...text.matchAll(/(?<![\w-])--[a-z][a-zA-Z-]+/g)].flatMap(([option]) =>
        known.has(option) ? [] : [`${file}: ${option}`],
      ),
    );
  expect(wrong).toEqual([]);
});

/** Files in which names of tools are words of a grammar or of another program, and no advice. */
const GRAMMAR = [
  // Policies about tools, some of which do not exist yet.
  'packages/agent/src/agent-definitions/select-tools.ts',
  'packages/agent/src/agent-definitions/built-in-agents.ts',
  'packages/core/src/permission/rules/rule-kinds.ts',
  'packages/hooks/src/read/tool-names.ts',
  'packages/hooks/src/read/condition-problem.ts',
  // What an event that is never fired would need.
  'packages/hooks/src/events/table/environment-events.ts',
];

it('every tool that a text names exists', () => {
  const others = texts
    .filter(([file]) => file === 'packages/hooks/src/read/tool-names.ts')
    .flatMap(([, text]) => text.match(/\b[A-Z][A-Za-z]+\b/g) ?? [])
    .filter((name) => !DEFINED.has(name) && name !== 'PowerShell');
  expect(others).toContain('WaitForMcpServers');
  expect([...DEFINED]).toEqual(expect.arrayContaining(['Read', 'FileRead', 'Bash', 'Grep']));
  const wrong = texts
    .filter(([file]) => !GRAMMAR.includes(file))
    .flatMap(([file, text]) =>
      others
        // Some are words of the language as well; those that are not have a second capital.
        .filter((name) => /[a-z][A-Z]/.test(name) && new RegExp(`\\b${name}\\b`).test(text))
        // Rules about web requests hold for what commands reach, too.
        .filter((name) => !(name === 'WebFetch' && /rule|WebFetch'?$/.test(text)))
        .map((name) => `${file}: ${name} in ${text.slice(0, 80)}`),
    );
  expect(wrong).toEqual([]);
});

/** Names and aliases of the tools that there are. */
const DEFINED: ReadonlySet<string> = new Set(
  globSync('packages/*/src/**/*.ts', { cwd: root })
    .map(read)
    .filter((code) => /\bdefineTool[(<]/.test(code))
    .flatMap((code) => [
      ...[...code.matchAll(/^ *name: '?(\w+)'?,/gm)].map(([, name = '']) => name),
      ...[...code.matchAll(/aliases: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
    ]),
);

it('no text speaks of a plan that could be approved, before there is one', () => {
  const isBuilt = DEFINED.has('ExitPlanMode');
  const wrong = texts.filter(([, text]) => /plan is approved|approve (?:the|a) plan/.test(text));
  if (!isBuilt) expect(wrong.map(([file, text]) => `${file}: ${text.slice(0, 100)}`)).toEqual([]);
});
