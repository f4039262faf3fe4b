import { randomUUID } from 'node:crypto';
import { getOwn } from '@sluice/core';

/** In the `_meta` of a call: the gateways that it has come through, the first one first. */
export const INSTANCES_META_KEY = 'sluice/instances';

/** This program, among all gateways. */
const OWN = randomUUID();

/** Calls of clients, by their message: the gateways before this one. */
const served = new Map<string, readonly string[]>();

/** The gateways that a call's `_meta` names. */
export function instancesIn(meta: unknown): readonly string[] {
  const given: unknown = typeof meta === 'object' && meta !== null ? getOwn(meta, INSTANCES_META_KEY) : [];
  return Array.isArray(given) ? given.filter((id) => typeof id === 'string') : [];
}

/** The call has been here before: its servers lead back to this program. */
export function isLoop(instances: readonly string[]): boolean {
  return instances.includes(OWN);
}

/** A client's call begins, in this message; the returned function ends it. */
export function enterServedCall(messageId: string, instances: readonly string[]): () => void {
  served.set(messageId, [...instances, OWN]);
  return () => void served.delete(messageId);
}

/** What a call made for a client's call sends to the next server; undefined: it is made for no client. */
export function instancesOf(messageId: string): readonly string[] | undefined {
  return served.get(messageId);
}
