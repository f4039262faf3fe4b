import type { Argument } from './argument.ts';

/** `\\server\share`: where it is opened, credentials are sent to the server. */
export function isNetworkPath(word: Argument): boolean {
  const start = typeof word === 'string' ? word : (word?.prefix ?? '');
  return /^(?:\\\\|\\\?\?\\)/.test(start) || (typeof word !== 'string' && start === '\\');
}
