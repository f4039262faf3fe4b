import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { errorText } from '@sluice/base';
import { createAuthority, type Authority, type OpenedAuthority } from './authority.ts';
import { canSign } from './make-certificate.ts';
import { certificatesIn } from './pem-certificates.ts';

const DAY_MS = 86_400_000;
const LEAF_DAYS = 30;
const MAX_BYTES = 1024 * 1024;

/** Keyed by file contents, so that commands share the certificates created with it. */
let held: { readonly contents: string; readonly until: number; readonly authority: Authority } | undefined;

/** The user's own CA. The key file must belong to the first certificate in the certificate file. */
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
    return refused(`${place} contains no PEM certificate. Use a file that starts with one.`);
  const key = keyIn(keys.text);
  if (typeof key === 'string') {
    return refused(
      `sandbox.network.tlsTerminate.caKeyPath: ${caKeyPath} contains no PEM private key that can be read without a passphrase (${key}).`,
    );
  }
  if (!first.checkPrivateKey(key)) {
    return refused(
      `sandbox.network.tlsTerminate: the key in ${caKeyPath} does not belong to the first certificate in ${caCertPath}. Use the two files of one CA.`,
    );
  }
  if (!canSign(key)) {
    return refused(
      `sandbox.network.tlsTerminate.caKeyPath: ${caKeyPath} contains a key of the type ${key.asymmetricKeyType}. Use EC, RSA or Ed25519.`,
    );
  }
  if (!first.ca) {
    return refused(
      `${place} is not a CA certificate: it may not sign others. It needs basicConstraints CA:TRUE, and keyCertSign where it limits its use.`,
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
    if (size > MAX_BYTES) throw new Error(`with ${size} bytes it can't be a certificate or key`);
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
