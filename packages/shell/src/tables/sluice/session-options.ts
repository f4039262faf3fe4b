import type { Grant } from './grant.ts';
import { givesRights, isHarmlessAgents } from './session-json.ts';

/** What an option gives a session with this value; the value is undefined where it isn't known. */
type Describe = (value: string | undefined) => Grant | undefined;

const START = 'start a session of its own';

/** Modes in which a session can do no more than ask. */
const HARMLESS_MODES = new Set(['default', 'manual', 'plan', 'dontAsk']);
const SOURCES = ['user', 'project', 'local'];

/** An answer may save rules. */
export const ANSWERED: Grant = { what: `${START} whose questions a program can answer`, isStored: true };
export const UNKNOWN: Grant = { what: `${START} with an option that isn't known` };
export const RESUMED: Grant = { what: `${START} from records that a program can have written` };

const gives =
  (behind: string): Describe =>
  () => ({ what: `${START} ${behind}` });

const naming =
  (before: string, otherwise: string, behind = ''): Describe =>
  (value) => ({ what: `${START} ${before} ${value ?? otherwise}${behind}` });

const SKIPS = gives("that doesn't ask for permission");
const RULES = naming('that may use', 'tools', ' without asking');
const PLUGIN = naming('with the plugin', 'it names');

const settings: Describe = (value) => {
  const isJson = value?.trimStart().startsWith('{') === true;
  if (isJson && !givesRights(value)) return undefined;
  return { what: `${START} with the settings ${isJson ? 'in its words' : `of ${value ?? 'a file'}`}` };
};

/** A package of the AI SDK is code, which runs. */
const model: Describe = (value) =>
  value !== undefined && !value.includes('ai-sdk:')
    ? undefined
    : { what: `${START} with the code of the model ${value ?? 'it names'}` };

/**
 * Options with which a session may do, run or read more than one without them, or has fewer hooks and rules that forbid. All others of
 * `sluice exec`, `sluice -p`, `sluice mcp call` and `sluice mcp serve` give no right.
 */
const DESCRIBED: Readonly<Record<string, Describe>> = {
  'dangerously-skip-permissions': SKIPS,
  'allow-dangerously-skip-permissions': SKIPS,
  'permission-mode': ofMode,
  allow: RULES,
  'allowed-tools': RULES,
  allowedTools: RULES,
  settings,
  'managed-settings': settings,
  'setting-sources': (value) =>
    value !== undefined && SOURCES.every((source) => value.split(',').includes(source))
      ? undefined
      : { what: `${START} without the rules and hooks of some of your settings` },
  bare: gives('without your hooks'),
  'safe-mode': gives('without your hooks'),
  'project-config-root': naming('with the settings below', 'a directory'),
  'add-dir': naming('that may work in', 'a directory'),
  cwd: (value) =>
    value === '.' || value === './' ? undefined : naming('that works in', 'a directory')(value),
  worktree: gives('in another work tree'),
  'mcp-config': () => ({ what: 'start MCP servers that its words or a file of its own name' }),
  'plugin-dir': PLUGIN,
  'plugin-dir-no-mcp': PLUGIN,
  agents: (value) => (isHarmlessAgents(value) ? undefined : gives('with agents of its own')(value)),
  model,
  advisor: model,
  'fallback-model': model,
  'base-url': naming('that sends what it reads, and your key, to', 'an address'),
  'permission-prompts': (value) => (value === 'none' ? undefined : ANSWERED),
  'permission-prompt-tool': () => ANSWERED,
  'input-format': (value) => (value === 'text' ? undefined : ANSWERED),
  'await-initialize': () => ANSWERED,
  'await-claim': () => ANSWERED,
};

const OPTIONS: ReadonlyMap<string, Describe> = new Map(Object.entries(DESCRIBED));

/** With these, also a command that only looks runs programs. */
export const RUNNING: ReadonlySet<string> = new Set(['mcp-config', 'settings']);

export const describeOption = (name: string): Describe | undefined => OPTIONS.get(name);

function ofMode(mode: string | undefined): Grant | undefined {
  if (mode === undefined) return { what: `${START} in a permission mode that isn't known` };
  return HARMLESS_MODES.has(mode) ? undefined : { what: `${START} in the permission mode ${mode}`, mode };
}
