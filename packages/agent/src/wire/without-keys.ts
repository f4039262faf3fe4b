const KEYS = /\b(?:sk-|AIza|Bearer )[A-Za-z0-9_*.…-]{4,}/g;

/** Servers repeat a wrong key in their errors, whole or in part; it must not go on into logs. */
export function withoutKeys(text: string): string {
  return text.replace(KEYS, '[key]');
}
