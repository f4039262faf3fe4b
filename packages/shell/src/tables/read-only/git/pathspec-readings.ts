import type { Access, Positional, Reading } from '../../row.ts';

/** All of the repository's files, wherever in it the command runs. */
export function wholeRepository(access: Access): Reading {
  return { value: '.', index: -1, isRecursive: true, access, ofRepository: true };
}

/** What a command limited to these paths reads; the whole repository if it isn't limited. */
export function pathspecReadings(pathspecs: readonly Positional[], access: Access): Reading[] {
  const limits = pathspecs.filter((one) => !isExclusion(one.value));
  if (limits.length === 0) return [wholeRepository(access)];
  return limits.flatMap((one) => readingsOf(one, access));
}

/** Git matches patterns itself, by ways of its own: where a word may be one, anything may be meant. */
function readingsOf({ value, prefix, index }: Positional, access: Access): Reading[] {
  const read = { value, index, isRecursive: true, access };
  if (value === undefined) {
    const isPlain = prefix !== '' && !prefix.startsWith(':') && !isPattern(prefix);
    return isPlain ? [read] : [read, wholeRepository(access)];
  }
  const fromTop = /^:(?:\/|\(top\))(.+)$/s.exec(value)?.[1]?.replace(/^\/+/, '') ?? '';
  if (fromTop !== '' && !isPattern(fromTop)) return [{ ...read, value: fromTop, ofRepository: true }];
  return value.startsWith(':') || isPattern(value) ? [wholeRepository(access)] : [read];
}

/** A backslash is one too: `\\.env` matches `.env`. */
function isPattern(text: string): boolean {
  return /[*?[\\]/.test(text);
}

/** `:(exclude)x`, `:!x`, `:^x` take away from what is read. */
function isExclusion(value: string | undefined): boolean {
  if (value === undefined) return false;
  const magic = /^:\(([^)]*)\)/.exec(value)?.[1]?.split(',') ?? [];
  return magic.includes('exclude') || /^:[!^]/.test(value);
}
