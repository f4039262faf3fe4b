import { shortenedNotice } from './shortened-notice.ts';
import type { Expansion, Skill } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import { CHARACTERS_PER_TOKEN } from '@sluice/core';
import { problemText } from '@sluice/settings';
import { commandLine } from '@sluice/tools';
import type { BuiltInCommand } from './built-in-command.ts';
import type { CommandAgent } from './command-agent.ts';
import { LOOP_COMMAND } from './loop-command.ts';

const answer = (text: string): Promise<Expansion> => Promise.resolve({ kind: 'answer', text });

const INIT = `Analyze this project and write an AGENTS.md file for coding agents that work in it. If there is an AGENTS.md or CLAUDE.md, improve it.

Include what an agent can't see at a glance: the commands to build, test, and lint (and to run one test), the structure that takes several files to understand, and rules of the project that its tools don't check. Leave out what is obvious, and anything that you have not verified. Keep it under 100 lines.`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200);

/** What its author says it needs, its license, and what else the author says of it. */
function termsOf(skill: Pick<Skill, 'compatibility' | 'license' | 'metadata'> | undefined): string {
  const metadata = [...(skill?.metadata ?? [])].map(([key, text]) => `${key}: ${text}`).join(', ');
  const terms = presentItems([
    skill?.compatibility === undefined ? undefined : `compatibility: ${oneLine(skill.compatibility)}`,
    skill?.license === undefined ? undefined : `license: ${oneLine(skill.license)}`,
    metadata === '' ? undefined : `metadata: ${oneLine(metadata)}`,
  ]);
  return terms.length === 0 ? '' : ` [${terms.join('; ')}]`;
}

async function costOf(agent: CommandAgent): Promise<Expansion> {
  const earlier = await agent.earlierUsd();
  const before = earlier === 0 ? '' : ` and $${earlier.toFixed(4)} before the session was resumed`;
  const spent = `$${agent.spentUsd().toFixed(4)} so far${before}`;
  return answer(`${spent}, as far as prices are known. Model: ${agent.model()}.`);
}

const SHORTENED = ' [the model has only its name]';

/** The commands of Sluice itself, without a terminal. The user's own skill of the same name wins, a project's doesn't. */
export const BUILT_IN_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'advisor',
    description: 'Show or change the stronger model that the agent may ask for advice.',
    argumentHint: '[MODEL|off]',
    async run({ args, agent }) {
      const { advisor } = agent;
      if (advisor === undefined) return answer('There is no advisor in this session.');
      if (args === '')
        return answer(
          advisor.model() === undefined
            ? 'There is no advisor. To set one: /advisor MODEL'
            : `The advisor is ${advisor.model()}. /advisor off turns it off.`,
        );
      const model = args === 'off' ? undefined : args;
      const problem = await advisor.change(model);
      if (problem !== undefined) return { kind: 'refused', message: problem };
      return answer(model === undefined ? 'The advisor is off.' : `The advisor is now ${model}.`);
    },
  },
  {
    name: 'agents',
    description: 'List the agent types, and the agents of this session.',
    argumentHint: undefined,
    async run({ agent: { agents } }) {
      if (agents === undefined) return answer("This session can't start agents.");
      const { definitions, problems } = await agents.types();
      const types = definitions.map(
        ({ name, description, file, source }) =>
          `${name} (${file ?? (source === 'built-in' ? 'built in' : 'of this session')}): ${description.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      );
      const opened = agents
        .list()
        .map(({ id, name, type, state, description }) => `${id} ${name} (${type}), ${state}: ${description}`);
      return answer(
        [
          ...(types.length === 0 ? ['There are no agent types.'] : types),
          ...(opened.length === 0 ? [] : ['', 'Started in this session:', ...opened]),
          ...problems.map(problemText),
        ].join('\n'),
      );
    },
  },
  {
    name: 'clear',
    description: 'Restart the conversation.',
    argumentHint: undefined,
    run: () => Promise.resolve({ kind: 'clear' }),
  },
  {
    name: 'compact',
    description: 'Replace the conversation with a summary.',
    argumentHint: '[what to keep]',
    run: ({ args }) => Promise.resolve({ kind: 'compact', instructions: args === '' ? undefined : args }),
  },
  {
    name: 'context',
    description: 'Show how full the context window is.',
    argumentHint: undefined,
    run({ agent }) {
      const chars = JSON.stringify(agent.messages()).length;
      const tokens = Math.ceil(chars / CHARACTERS_PER_TOKEN);
      const window = agent.contextWindow();
      const share = Math.round((tokens / window) * 100);
      return answer(
        `The conversation has about ${tokens} of ${window} tokens (${share} %), in ${agent.messages().length} messages, without the system prompt and tools.`,
      );
    },
  },
  {
    name: 'cost',
    description: 'Show what the session has cost.',
    argumentHint: undefined,
    run: ({ agent }) => costOf(agent),
  },
  {
    name: 'init',
    description: 'Write an AGENTS.md for this project.',
    argumentHint: undefined,
    isBundled: true,
    run: ({ args }) =>
      Promise.resolve({
        kind: 'prompt',
        prompt: { content: [{ type: 'text', text: '/init' }], origin: 'person' },
        following: [{ text: args === '' ? INIT : `${INIT}\n\n${args}`, origin: 'instructions' }],
      }),
  },
  LOOP_COMMAND,
  {
    name: 'permissions',
    description: 'List the permission mode and rules in effect.',
    argumentHint: undefined,
    run({ agent }) {
      const { mode, rules } = agent.runtime.permission.current();
      const lines = rules.map(({ behavior, text, source }) => `${behavior} ${text} (${source})`);
      return answer([`Mode: ${mode}`, ...(lines.length === 0 ? ['No rules.'] : lines)].join('\n'));
    },
  },
  {
    name: 'skills',
    description: 'List the available skills and commands.',
    argumentHint: undefined,
    async run({ commands, skills, shortened }) {
      const short = shortened();
      const lines = (await commands()).map(
        ({ name, argumentHint, description, origin }) =>
          `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`} (${origin}): ${oneLine(description)}${termsOf(skills.find(name))}${short.has(name) ? SHORTENED : ''}`,
      );
      const broken = skills.broken.map(({ name, problem }) => `/${name} can't be used: ${problem.message}`);
      return answer(presentItems([...lines, ...broken, shortenedNotice(short.size)]).join('\n'));
    },
  },
  {
    name: 'tasks',
    description: 'List background tasks.',
    argumentHint: undefined,
    run({ agent }) {
      const tasks = agent.runtime.tasks.list();
      const lines = tasks.map((task) => `${task.id} ${task.status.status}: ${commandLine(task)}`);
      return answer(lines.length === 0 ? 'There are no background tasks.' : lines.join('\n'));
    },
  },
  {
    name: 'usage',
    description: 'Show what the session has cost, as /cost does.',
    argumentHint: undefined,
    run: ({ agent }) => costOf(agent),
  },
];
