import { X509Certificate } from 'node:crypto';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
/** Only this is taken over from a file: it may hold a key too, or be something else altogether. */
const BODY = /^[A-Za-z0-9+/=\s]*$/;

/** The certificates of a file in PEM, each as its text, in their order. */
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

/** Those of them that are whole. */
export function certificatesIn(text: string): readonly X509Certificate[] {
  return certificateBlocks(text).flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}
