import { createHash } from 'node:crypto';

/** The names of tools on the wire, for APIs that allow only some characters. */
export interface WireNames {
  /** The same name always gives the same one. */
  toWire(name: string): string;
  /** The name that was given out as this one; one that never was is itself. */
  fromWire(wireName: string): string;
}

const MAX_CHARS = 64;
const HASH_CHARS = 10;
const PLAIN = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

/** Most names are as they are; others keep what is plain in them, and a hash tells them apart. */
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
