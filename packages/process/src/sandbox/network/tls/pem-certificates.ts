import { X509Certificate } from 'node:crypto';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
/** Only certificates are taken from a file: it may also contain a key, or be something else entirely. */
const BODY = /^[A-Za-z0-9+/=\s]*$/;

/** The certificates of a PEM file as text, in order. */
export function certificateBlocks(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(BEGIN); at >= 0;) {
    const from = at + BEGIN.length;
    const end = text.indexOf(END, from);
    if (end < 0) break;
    const body = text.slice(from, end);
    if (BODY.test(body)) found.push(`${BEGIN}\n${body.trim()}\n${END}\n`);
    at = text.indexOf(BEGIN, end);
  }
  return found;
}

/** The valid ones among them. */
export function certificatesIn(text: string): readonly X509Certificate[] {
  return certificateBlocks(text).flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}
