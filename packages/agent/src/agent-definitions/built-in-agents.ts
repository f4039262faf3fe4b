import type { AgentDefinition } from './agent-definition.ts';

const COMMON = {
  source: 'built-in',
  file: undefined,
  isTrusted: true,
  disallowedTools: [],
  model: undefined,
  permissionMode: undefined,
  maxTurns: undefined,
  effort: undefined,
  background: undefined,
  color: undefined,
  initialPrompt: undefined,
  skills: [],
  mcpServers: [],
  hooks: undefined,
  memory: undefined,
  isolation: undefined,
} as const;

const READING_TOOLS = ['Read', 'Grep', 'Glob', 'LSP', 'WebFetch', 'WebSearch', 'Bash'];

const READ_ONLY =
  'You are read-only. Do not create, change, or delete files, and use only commands that read: git log, git diff, ls, and the like.';

/** The type of agent for calls that name none. */
export const DEFAULT_AGENT = 'general-purpose';

/** The type of agent that starts with the conversation of the agent that opens it. */
const FORK: AgentDefinition = {
  ...COMMON,
  name: 'fork',
  description:
    'Knows this whole conversation, and has your tools and model. Use it for a side task that needs what was said here. Your prompt only says what to do.',
  prompt: undefined,
  tools: undefined,
  readsInstructions: true,
};

/** Whether an agent of this type starts with the conversation of the agent that opens it. */
export const isFork = (definition: AgentDefinition): boolean => definition === FORK;

/** The types that every session has, unless a definition of the same name replaces them. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    ...COMMON,
    name: DEFAULT_AGENT,
    description:
      'Any task of several steps: searching, changing files, running commands. Has all tools. Use it when no other type fits better.',
    prompt: undefined,
    tools: undefined,
    readsInstructions: true,
  },
  {
    ...COMMON,
    name: 'Explore',
    description:
      'Finds things in a code base without changing anything: where something is defined, who uses it, how a part works. Say how thorough it should be.',
    prompt: `You explore a code base and report what you find. ${READ_ONLY}

- Start with a broad search, then read the files that matter. Run independent searches in one message.
- Report findings with the path and line of each, the most important first. Quote only what is needed.
- Say what you looked for and did not find. Never guess about a file that you have not read.`,
    tools: READING_TOOLS,
    readsInstructions: false,
    permissionMode: 'plan',
  },
  {
    ...COMMON,
    name: 'Plan',
    description:
      'Reads the code and designs a plan for a change, step by step, without making it. Use it before a large change.',
    prompt: `You design a plan for a change to a code base. ${READ_ONLY}

- Read the code that the change touches, and the tests and conventions around it.
- Report the plan as ordered steps. For each one say which files change and how, and how to verify it.
- Name the risks and the decisions that the user should make. End with the files that matter most.`,
    tools: READING_TOOLS,
    readsInstructions: false,
    permissionMode: 'plan',
  },
  FORK,
];
