import {
  assemblePool,
  createMemoryFiles,
  createPermissionContext,
  createPolicy,
  defineTool,
  queryFor,
  type AnyTool,
  type Files,
  type JsonObject,
  type PermissionContext,
  type PermissionQuery,
  type RulePolicy,
  loadTools,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { commandLanguage } from '@sluice/shell';
import { builtInTools } from '@sluice/tools';
import { z } from 'zod';
import { readCorpus } from '../corpus/read-corpus.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Target } from '../support/table/target.ts';
import { permissionRules } from '../support/permission-rules.ts';
import type { Row, RowOptions } from '../support/table/row.ts';

const CWD = '/bench';
const SIZES = [10, 1000, 10_000] as const;
const LARGEST = 10_000;

interface Kind {
  readonly name: string;
  readonly atMost: number | undefined;
  /** Rounds of all calls in a run. */
  readonly rounds: number;
  readonly queries: readonly PermissionQuery[];
}

/** What a decision costs, by the number of rules; paths are resolved already, commands are parsed again each time. */
export const permissionRow: Row = {
  name: 'permission',
  about: `a decision of rules and mode, with ${SIZES.join(', ')} rules`,
  async measure(options) {
    const policy = createPolicy({
      files: resolvedFiles(),
      languages: new Map([['Bash', commandLanguage]]),
      remedy: '',
      knownTools: () => ['Bash', 'Read', 'Edit', 'Write', 'WebFetch'],
    });
    const kinds = createKinds();
    return SIZES.flatMap((size) => [
      ...(size === LARGEST ? [measureCompiling(policy, size, options)] : []),
      ...kinds.flatMap((kind) => measureKind(kind, policy, size, options)),
    ]);
  },
};

function measureKind(kind: Kind, policy: RulePolicy, size: number, { isQuick }: RowOptions): readonly Line[] {
  const name = `permission, ${kind.name}, ${size} rules`;
  const context = contextOf(size);
  const seen = new Set<string>();
  let decisions = 0;
  const run = (): number => {
    const startedAt = performance.now();
    for (let round = 0; round < kind.rounds; round += 1) {
      for (const query of kind.queries) {
        const decision = policy.decide(anew(query), context);
        seen.add(decision.behavior);
        if ((decision.parts?.length ?? 0) > 0) decisions += 1;
      }
    }
    return ((performance.now() - startedAt) * 1000) / (kind.rounds * kind.queries.length);
  };
  for (let warm = 0; warm < 3; warm += 1) run();
  decisions = 0;
  const runs = isQuick ? 3 : 15;
  const ours = Array.from({ length: runs }, run);
  const expected = runs * kind.rounds * kind.queries.length;
  if (decisions < expected) return [failed(name, `decided ${decisions} of ${expected} calls`)];
  if (seen.size < 2) return [failed(name, `every call came to ${[...seen].join()}`)];
  const target: Target =
    size === LARGEST && kind.atMost !== undefined
      ? { kind: 'at-most', value: kind.atMost }
      : { kind: 'none' };
  const shared = { status: 'measured', baseline: undefined } as const;
  return [
    { ...shared, name, unit: 'µs', ours, target },
    {
      ...shared,
      name: `${name}, decisions`,
      unit: '/s',
      ours: ours.map((time) => 1e6 / time),
      target: { kind: 'none' },
    },
  ];
}

/** Once for each change of the rules. */
function measureCompiling(policy: RulePolicy, size: number, { isQuick }: RowOptions): Line {
  const times = Array.from({ length: isQuick ? 3 : 9 }, () => {
    const context = contextOf(size);
    const startedAt = performance.now();
    policy.rulesOf(context);
    return performance.now() - startedAt;
  });
  const name = `permission, ${size} rules made ready`;
  return { status: 'measured', name, unit: 'ms', ours: times, baseline: undefined, target: { kind: 'none' } };
}

function contextOf(size: number): PermissionContext {
  return createPermissionContext(
    { mode: 'default', workingDirectories: [CWD], home: '/home/dev', rules: permissionRules(size, CWD) },
    1,
  );
}

/** What is known of an input is kept with it: each decision gets one that no one has seen. */
function anew(query: PermissionQuery): PermissionQuery {
  const json = { ...query.json };
  return { ...query, json, input: json };
}

await loadTools(builtInTools({ processes: createProcessSession() }));

function createKinds(): readonly Kind[] {
  const pool = assemblePool({
    builtIn: builtInTools({ processes: createProcessSession() }),
    foreign: [...serverTools().map(serverTool), fileTool('Look', 'read'), fileTool('Change', 'write')],
  });
  const queryOf = (name: string, json: JsonObject): PermissionQuery => {
    const tool = pool.find(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return queryFor(tool, json, json, CWD);
  };
  const paths = Array.from({ length: 100 }, (_, index) => [
    `${CWD}/packages/package-${index * 7}/src/file-${index}.ts`,
    `${CWD}/src/module-${index * 7}/part.ts`,
    `${CWD}/docs/part-${index}/deep/in/a/tree/secret-${index}.json`,
    `/srv/data-${index * 7}/set-${index}.csv`,
  ]).flat();
  const commands = [
    ...readCorpus('benign-commands').filter((_, index) => index % 4 === 0),
    ...Array.from({ length: 50 }, (_, index) => [
      `npm run script-${index * 7} -- --watch`,
      `git task-${index * 7} main && cargo task-${index} --release`,
      `make target-${index * 7}`,
    ]).flat(),
  ];
  return [
    {
      name: 'a path',
      atMost: 5,
      rounds: 50,
      queries: paths.flatMap((file_path) => [
        queryOf('Look', { file_path }),
        queryOf('Change', { file_path }),
      ]),
    },
    {
      name: 'a missing path that Read resolves',
      atMost: undefined,
      rounds: 5,
      queries: paths.map((file_path) => queryOf('Read', { file_path })),
    },
    {
      name: 'a tool of a server',
      atMost: 5,
      rounds: 200,
      queries: pool.tools
        .filter(({ name }) => name.startsWith('mcp__'))
        .map(({ name }) => queryOf(name, { a: 'b' })),
    },
    {
      name: 'a shell command with parse',
      atMost: 100,
      rounds: 2,
      queries: commands.map((command) => queryOf('Bash', { command })),
    },
  ];
}

/** Some that rules of each size name, and some that none does. */
function serverTools(): readonly string[] {
  const named = SIZES.flatMap((size) =>
    permissionRules(size, CWD)
      .map(({ text }) => text)
      .filter((text) => text.startsWith('mcp__'))
      .slice(0, 30),
  );
  return [...new Set([...named, ...named.map((name) => `${name}_other`)])];
}

function serverTool(name: string): AnyTool {
  return defineTool({
    name,
    description: '',
    inputSchema: { type: 'object' },
    call: async () => ({ data: '' }),
  });
}

/** Says what it does at once: the tools for files resolve the path themselves. */
function fileTool(name: string, access: 'read' | 'write'): AnyTool {
  return defineTool({
    name,
    description: '',
    inputSchema: z.object({ file_path: z.string() }),
    actions: ({ file_path }) => ({ actions: [{ type: 'file', access, path: file_path, isTree: false }] }),
    call: async () => ({ data: '' }),
  });
}

/** A look at a path costs a file system call, which is not part of the decision. */
function resolvedFiles(): Files {
  return { ...createMemoryFiles(), identify: (path) => ({ realPath: path, inode: undefined, links: 0 }) };
}
