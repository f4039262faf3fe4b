import type { CommandLanguage, CompiledPattern } from '@sluice/core';

let language: CommandLanguage | undefined;

/** Loads what reads the patterns of command rules. */
export async function loadCommandLanguage(): Promise<void> {
  language ??= (await import('@sluice/shell')).commandLanguage;
}

/**
 * The language of command rules, which need not be loaded yet: commands are judged only after their tool has loaded it.
 * A rule that comes before that is read when it is first compared.
 */
export const lazyCommandLanguage: CommandLanguage = {
  compile: (specifier) => language?.compile(specifier) ?? postponed(specifier),
};

function postponed(specifier: string): CompiledPattern {
  let pattern: CompiledPattern | undefined;
  const read = (): CompiledPattern | undefined => {
    if (language === undefined) void loadCommandLanguage();
    const compiled = language?.compile(specifier);
    pattern ??= compiled === undefined || 'problem' in compiled ? undefined : compiled;
    return pattern;
  };
  return {
    exact: undefined,
    prefix: '',
    isBroad: false,
    matches(text) {
      const found = read();
      if (language === undefined) throw new Error('A rule about commands was asked before it could be read.');
      return found?.matches(text) ?? false;
    },
  };
}
