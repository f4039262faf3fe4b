import {
  assemblePool,
  combine,
  createMemoryFiles,
  createPermissionContext,
  createPolicy,
  defineTool,
  loadTools,
  queryFor,
  withoutAsking,
  type AnyTool,
  type Isolation,
  type JsonObject,
  type MemoryFiles,
  type PermissionDecision,
  type PermissionMode,
  type PermissionRule,
  type RuleBehavior,
  type SealedPath,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { commandLanguage } from '@sluice/shell';
import { builtInTools } from '@sluice/tools';
import { noGlobFiles } from './no-glob-files.ts';

export const CWD = '/p';
export const HOME = '/h';
/** What the host of a policy advises where a rule or another mode would do. */
export const GIVEN = 'A rule or a mode allows it.';

const anyObject = { type: 'object' } as const;
const textOf = (input: unknown, key: string): string => {
  const value = typeof input === 'object' && input !== null ? Reflect.get(input, key) : undefined;
  return typeof value === 'string' ? value : '';
};

/** Tools whose rules the grammar knows and that come with later capabilities. */
const toys: readonly AnyTool[] = [
  defineTool({
    name: 'WebFetch',
    description: '',
    inputSchema: anyObject,
    isReadOnly: true,
    actions: (input) => ({ actions: [{ type: 'fetch', host: new URL(textOf(input, 'url')).hostname }] }),
    call: async () => ({ data: '' }),
  }),
  ...['Agent', 'Skill'].map((name) =>
    defineTool({
      name,
      description: '',
      inputSchema: anyObject,
      actions: (input) => ({ actions: [{ type: 'named', name: textOf(input, 'name') }] }),
      call: async () => ({ data: '' }),
    }),
  ),
  ...['mcp__gh__get_x', 'mcp__gh__put_x', 'mcp__memory__x'].map((name) =>
    defineTool({ name, description: '', inputSchema: anyObject, call: async () => ({ data: '' }) }),
  ),
];

const processes = createProcessSession();

const tools = assemblePool({
  builtIn: builtInTools({ processes, globFiles: noGlobFiles }),
  foreign: toys,
});

await loadTools(tools.tools);

/** Where the system's list of users has the home of whoever runs the tests: neither a child of the root nor around `/p`. */
export const LISTED_HOME = '/listed/homes/user';

/** The tool as it is where commands have other variables than Sluice. */
const bashWith = remembering((home: string) => {
  const env = { PATH: process.env['PATH'], ...(home !== '' && { HOME: home }) };
  const homeOfUser = () => LISTED_HOME;
  return builtInTools({ processes, env, homeOfUser, globFiles: noGlobFiles }).find(
    ({ name }) => name === 'Bash',
  );
});

function remembering<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

export interface Judged {
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Where the rules stand. Default: the project's file. */
  readonly source?: PermissionRule['source'];
  readonly files?: MemoryFiles;
  readonly directories?: readonly string[];
  readonly cwd?: string;
  readonly isManagedOnly?: boolean;
  readonly sealed?: readonly SealedPath[];
  /** `HOME` of commands; empty: they have none. Default: that of the tests. */
  readonly commandHome?: string;
  readonly isolation?: Isolation;
}

const noFiles = createMemoryFiles({ contents: new Map(), links: new Map() });

export function rulesOf({ allow = [], ask = [], deny = [], source = 'project' }: Judged): PermissionRule[] {
  const root = source === 'user' ? `${HOME}/.claude` : CWD;
  const rule =
    (behavior: RuleBehavior) =>
    (text: string): PermissionRule => ({ behavior, text, source, root });
  return [...deny.map(rule('deny')), ...ask.map(rule('ask')), ...allow.map(rule('allow'))];
}

/** What happens to a call with no one's hooks: the decision of rules and mode. A text is a Bash command. */
export function judge(tool: string, input: string | JsonObject, judged: Judged = {}): PermissionDecision {
  const { commandHome } = judged;
  const found = commandHome === undefined || tool !== 'Bash' ? tools.find(tool) : bashWith(commandHome);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  const json = typeof input === 'string' ? { command: input } : input;
  const {
    mode = 'default',
    files = noFiles,
    directories = [],
    cwd = CWD,
    isManagedOnly = false,
    sealed = [],
    isolation,
  } = judged;
  const policy = policyOf(files);
  const context = createPermissionContext(
    {
      mode,
      rules: rulesOf(judged),
      workingDirectories: [CWD, ...directories],
      root: CWD,
      home: HOME,
      isManagedOnly,
      sealed,
    },
    1,
  );
  const decision = policy.decide(queryFor(found, json, json, cwd), { ...context, isolation });
  return withoutAsking(combine(decision, undefined, undefined), mode);
}

export function policyOf(files: MemoryFiles) {
  return createPolicy({
    files,
    languages: new Map([['Bash', commandLanguage]]),
    remedy: GIVEN,
    knownTools: () => tools.tools.map(({ name }) => name),
  });
}

/** `A`, `?` or `D`. */
export function verdict(tool: string, input: string | JsonObject, judged: Judged = {}): string {
  const { behavior } = judge(tool, input, judged);
  return behavior === 'allow' ? 'A' : behavior === 'ask' ? '?' : 'D';
}

/** Problems that the rules have, as their codes. */
export function problemsOf(judged: Judged): readonly string[] {
  const context = createPermissionContext(
    { mode: 'default', rules: rulesOf(judged), workingDirectories: [CWD], home: HOME },
    1,
  );
  return policyOf(noFiles)
    .rulesOf(context)
    .problems.map(({ code }) => code);
}
