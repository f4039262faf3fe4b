import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { createAuthority, type Authority } from './authority.ts';
import { makeAuthorityCertificate, type Term } from './make-certificate.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFE_DAYS = 30;

let made: { readonly authority: Authority; readonly renewAt: number } | undefined;

/**
 * The CA of this process, created on first use; its key exists only in memory. Halfway through its lifetime, commands that start from
 * then on get a new one.
 */
export function madeAuthority(now = Date.now()): Authority {
  if (made === undefined || now >= made.renewAt) {
    made = { authority: makeAuthority(now), renewAt: now + (LIFE_DAYS / 2) * DAY_MS };
  }
  return made.authority;
}

function makeAuthority(now: number): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Clocks of other programs may be slightly behind.
  const term: Term = { from: new Date(now - HOUR_MS), until: new Date(now + LIFE_DAYS * DAY_MS) };
  // Programs look up a CA by its subject.
  const name = `Sluice sandbox ${randomBytes(8).toString('hex')}`;
  const certificate = makeAuthorityCertificate(name, privateKey, term);
  return createAuthority(
    { certificate: new X509Certificate(certificate), key: privateKey },
    certificate,
    term,
  );
}
