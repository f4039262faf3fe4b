import { createHash } from 'node:crypto';

const PLAIN = /^[a-zA-Z0-9_-]+$/;

/**
 * A call's id in a form that the API takes: itself where it is short and plain enough, else made of its hash, so that
 * a call and its result stay a pair whatever request they are in.
 */
export function wireId(id: string, maxChars: number): string {
  if (id.length <= maxChars && PLAIN.test(id)) return id;
  return `id_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
