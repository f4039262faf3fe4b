import { createHash } from 'node:crypto';

/** Tool names on the wire, for APIs that restrict the characters. */
interface WireNames {
  /** The same name always gives the same wire name. */
  toWire(name: string): string;
  /** The name behind a wire name; one that was never given out is returned unchanged. */
  fromWire(wireName: string): string;
}

const MAX_CHARS = 64;
const HASH_CHARS = 10;
const PLAIN = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

/** Most names are unchanged; others keep their plain characters plus a hash that makes them unique. */
export function createWireNames(): WireNames {
  const given = new Map<string, string>();

  return {
    toWire(name) {
      if (name.length <= MAX_CHARS && PLAIN.test(name)) return name;
      const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS);
      const kept = name.slice(0, MAX_CHARS - HASH_CHARS - 3).replace(/[^a-zA-Z0-9_-]/g, '_');
      const wireName = `t_${kept}_${hash}`;
      given.set(wireName, name);
      return wireName;
    },
    fromWire: (wireName) => given.get(wireName) ?? wireName,
  };
}
