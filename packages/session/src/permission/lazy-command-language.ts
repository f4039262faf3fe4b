import type { CommandLanguage, CompiledPattern } from '@sluice/core';

let language: CommandLanguage | undefined;
/** Called once when rules that came too early can be parsed. */
const waiting = new Set<() => void>();

/** Loads the parser for command rules. */
export async function loadCommandLanguage(): Promise<void> {
  const { commandLanguage } = await import('@sluice/shell');
  language ??= commandLanguage;
  for (const tell of waiting) {
    waiting.delete(tell);
    tell();
  }
}

/**
 * Applies a change of rules once they can be parsed, or even if they never can: an unreadable rule denies
 * whatever it might match.
 */
export async function withCommandLanguage(change: () => void): Promise<void> {
  await loadCommandLanguage().catch(() => {});
  change();
}

/**
 * The language of command rules, loaded lazily: a tool loads it before its commands are judged.
 * @param onReadable called when rules that were compiled earlier should be compiled again; must not throw
 */
export function lazyCommandLanguage(onReadable: () => void): CommandLanguage {
  return {
    compile(specifier) {
      if (language !== undefined) return language.compile(specifier);
      waiting.add(onReadable);
      return UNREAD;
    },
  };
}

/**
 * A placeholder until the rule is compiled again. It allows nothing, and whatever it might match is denied.
 */
const UNREAD: CompiledPattern = {
  exact: undefined,
  prefix: '',
  isBroad: true,
  matches() {
    // A tool from elsewhere may not have loaded it.
    void loadCommandLanguage().catch(() => {});
    throw new Error('A command rule was used before it was loaded.');
  },
};
