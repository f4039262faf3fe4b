import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { errorText } from '@sluice/base';
import { createAuthority, type Authority, type OpenedAuthority } from './authority.ts';
import { canSign } from './make-certificate.ts';
import { certificatesIn } from './pem-certificates.ts';

const DAY_MS = 86_400_000;
const LEAF_DAYS = 30;
const MAX_BYTES = 1024 * 1024;

/** By the contents of its files, so that each command need not make the leaves anew. */
let held: { readonly contents: string; readonly until: number; readonly authority: Authority } | undefined;

/** The authority of a person's own. The first certificate of its file is the one whose key the other file holds. */
export function ownAuthority(caCertPath: string, caKeyPath: string, now = Date.now()): OpenedAuthority {
  const certificates = read(caCertPath, 'caCertPath');
  if ('problem' in certificates) return refused(certificates.problem);
  const keys = read(caKeyPath, 'caKeyPath');
  if ('problem' in keys) return refused(keys.problem);
  const contents = `${certificates.text}\0${keys.text}`;
  if (held?.contents === contents && now < held.until) return { status: 'opened', authority: held.authority };

  const place = `sandbox.network.tlsTerminate.caCertPath: ${caCertPath}`;
  const chain = certificatesIn(certificates.text);
  const [first] = chain;
  if (first === undefined)
    return refused(`${place} holds no certificate in PEM. Name a file that begins with one.`);
  const key = keyIn(keys.text);
  if (typeof key === 'string') {
    return refused(
      `sandbox.network.tlsTerminate.caKeyPath: ${caKeyPath} holds no private key in PEM that can be read without a passphrase (${key}).`,
    );
  }
  if (!first.checkPrivateKey(key)) {
    return refused(
      `sandbox.network.tlsTerminate: the key in ${caKeyPath} is not that of the first certificate in ${caCertPath}. Name the two files of one authority.`,
    );
  }
  if (!canSign(key)) {
    return refused(
      `sandbox.network.tlsTerminate.caKeyPath: ${caKeyPath} holds a key of the kind ${key.asymmetricKeyType}. Use one of EC, RSA or Ed25519.`,
    );
  }
  if (!first.ca) {
    return refused(
      `${place} is the certificate of no authority: it may sign no others. It needs basicConstraints CA:TRUE, and keyCertSign where it limits its use.`,
    );
  }
  const [from, until] = [Date.parse(first.validFrom), Date.parse(first.validTo)];
  if (now < from) return refused(`${place} is valid only from ${first.validFrom}.`);
  if (now >= until) return refused(`${place} has expired (${first.validTo}). Make a new one.`);

  const leafUntil = Math.min(until, now + LEAF_DAYS * DAY_MS);
  const term = { from: new Date(Math.max(from, now - DAY_MS)), until: new Date(leafUntil) };
  const pem = chain.map((certificate) => certificate.toString()).join('');
  const authority = createAuthority({ certificate: first, key }, pem, term);
  held = { contents, until: (now + leafUntil) / 2, authority };
  return { status: 'opened', authority };
}

function read(path: string, name: string): { readonly text: string } | { readonly problem: string } {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, which is no such file`);
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const reason = errorText(error);
    return { problem: `sandbox.network.tlsTerminate.${name}: ${path} can't be read: ${reason}` };
  }
}

function keyIn(text: string): KeyObject | string {
  try {
    return createPrivateKey(text);
  } catch (error) {
    return errorText(error);
  }
}

function refused(reason: string): OpenedAuthority {
  return { status: 'refused', reason };
}
