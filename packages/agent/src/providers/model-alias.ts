import type { Environment } from '../http/proxy-for.ts';
import { DEFAULT_MODEL } from './default-model.ts';

interface Alias {
  /** What it stands for where nothing else is said: the newest of its kind when this was written. */
  readonly model: string;
  /** Says what it stands for. */
  readonly variable: string;
}

/** The short names that people write for Anthropic's models. */
const ALIASES: ReadonlyMap<string, Alias> = new Map([
  ['sonnet', { model: DEFAULT_MODEL, variable: 'ANTHROPIC_DEFAULT_SONNET_MODEL' }],
  ['opus', { model: 'anthropic/claude-opus-4-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' }],
  ['haiku', { model: 'anthropic/claude-haiku-4-5', variable: 'ANTHROPIC_DEFAULT_HAIKU_MODEL' }],
]);

/** The full name for a short one; every other name is itself. */
export function withoutAlias(name: string, env: Environment): string {
  const alias = ALIASES.get(name.toLowerCase());
  if (alias === undefined) return name;
  const told = env[alias.variable]?.trim() ?? '';
  return told === '' ? alias.model : told;
}
