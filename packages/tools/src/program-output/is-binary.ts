/** Fewer are shown as they are: they flood nothing. */
const LEAST = 64;
/** Of the characters that stand for no text, the share above which the rest is chance. */
const MOST_SHARE = 0.3;
/** What is no text: what UTF-8 could not be read as, and controls that neither texts nor terminals use. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NO_TEXT = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f-\x9f\uFFFD]/g;

/** Whether a sample of an output, decoded as UTF-8, is for programs rather than readers. */
export function isBinary(sample: string): boolean {
  const count = sample.match(NO_TEXT)?.length ?? 0;
  return count >= LEAST && count > sample.length * MOST_SHARE;
}
