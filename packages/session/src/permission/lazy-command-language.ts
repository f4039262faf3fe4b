import type { CommandLanguage, CompiledPattern } from '@sluice/core';

let language: CommandLanguage | undefined;
/** Told, once, that rules which came too early can be read now. */
const waiting = new Set<() => void>();

/** Loads what reads the patterns of command rules. */
export async function loadCommandLanguage(): Promise<void> {
  const { commandLanguage } = await import('@sluice/shell');
  language ??= commandLanguage;
  for (const tell of waiting) {
    waiting.delete(tell);
    tell();
  }
}

/**
 * Carries out a change of rules once they can be read, and where they never can, too: a rule that can't be read denies
 * what it might be about.
 */
export async function withCommandLanguage(change: () => void): Promise<void> {
  await loadCommandLanguage().catch(() => {});
  change();
}

/**
 * The language of command rules, which need not be loaded yet: commands are judged only after their tool has loaded it.
 * @param onReadable told when rules that were compiled before that should be compiled again; must not throw
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

/** Stands for a rule until it is compiled again. Nothing is known of it: it allows nothing, and who asks it is denied. */
const UNREAD: CompiledPattern = {
  exact: undefined,
  prefix: '',
  isBroad: true,
  matches() {
    // A tool that is not of this machine's own need not have loaded it.
    void loadCommandLanguage().catch(() => {});
    throw new Error('A rule about commands was asked before it could be read.');
  },
};
