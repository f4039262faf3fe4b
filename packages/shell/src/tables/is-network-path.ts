import type { Argument } from './argument.ts';

/** `\\server\share`: opening it sends credentials to the server. */
export function isNetworkPath(word: Argument): boolean {
  const start = typeof word === 'string' ? word : (word?.prefix ?? '');
  return /^(?:\\\\|\\\?\?\\)/.test(start) || (typeof word !== 'string' && start === '\\');
}
