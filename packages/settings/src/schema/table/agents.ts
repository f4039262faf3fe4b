import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, TEXT } from '../shape.ts';
import { NONE, PLAIN } from './plain-row.ts';

/** The kind of the main agent, and the agents and workflows that it starts. */
export const AGENT_SETTINGS = [
  {
    key: 'agent',
    shape: TEXT,
    ...PLAIN,
    use: 'start',
    purpose: 'The agent type that the session runs as. Overridden by --agent.',
  },
  {
    key: 'agents.maxPerPrompt',
    shape: { kind: 'number', least: 1 },
    default: 100,
    ...PLAIN,
    use: 'start',
    purpose: 'How many agents can start after a message before the user is asked.',
  },
  {
    key: 'teammateMode',
    shape: { kind: 'one-of', words: ['in-process', 'auto', 'tmux', 'iterm2'] },
    default: 'in-process',
    ...NONE,
    purpose: "Accepted, with a notice: teammates always run in the session's process.",
  },
  {
    key: 'disableWorkflows',
    shape: BOOLEAN,
    ...PLAIN,
    untrusted: { only: [true] },
    use: 'start',
    purpose: 'Turns off the Workflow tool and saved workflows.',
  },
] as const satisfies readonly SettingKey[];
