import type { Environment } from '../http/proxy-for.ts';
import { DEFAULT_MODEL } from './default-model.ts';

interface Alias {
  /** The default: the newest of its kind at the time of writing. */
  readonly model: string;
  /** Overrides the default. */
  readonly variable: string;
}

/** Short names for Anthropic's models. */
const ALIASES: ReadonlyMap<string, Alias> = new Map([
  ['sonnet', { model: DEFAULT_MODEL, variable: 'ANTHROPIC_DEFAULT_SONNET_MODEL' }],
  ['opus', { model: 'anthropic/claude-opus-5-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' }],
  ['opusplan', { model: 'anthropic/claude-opus-5-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' }],
  ['fable', { model: 'anthropic/claude-fable-5-1', variable: 'ANTHROPIC_DEFAULT_FABLE_MODEL' }],
  ['haiku', { model: 'anthropic/claude-haiku-4-5', variable: 'ANTHROPIC_DEFAULT_HAIKU_MODEL' }],
]);

/** Asks for a longer context, which Sluice doesn't request. */
const LONG_CONTEXT = /\[1m\]$/i;

/** Expands an alias to the full name; other names are unchanged. */
export function withoutAlias(given: string, env: Environment): string {
  const name = given.replace(LONG_CONTEXT, '');
  const alias = ALIASES.get(name.toLowerCase());
  if (alias === undefined) return name;
  const told = env[alias.variable]?.trim() ?? '';
  return told === '' ? alias.model : told;
}

/** The aliases that stand for different models, and what each stands for. */
export function modelAliases(
  env: Environment,
): readonly { readonly alias: string; readonly model: string }[] {
  return ['sonnet', 'opus', 'haiku'].map((alias) => ({ alias, model: withoutAlias(alias, env) }));
}
