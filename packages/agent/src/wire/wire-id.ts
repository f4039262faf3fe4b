import { createHash } from 'node:crypto';

const PLAIN = /^[a-zA-Z0-9_-]+$/;

/**
 * A call id in a form that the API accepts: unchanged if it is short and plain, otherwise derived from its
 * hash, so that a call and its result match in every request.
 */
export function wireId(id: string, maxChars: number): string {
  if (id.length <= maxChars && PLAIN.test(id)) return id;
  return `id_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
