/** Fewer unreadable characters are shown as they are. */
const LEAST = 64;
/** Maximum share of unreadable characters in text. */
const MAX_SHARE = 0.3;
/** What isn't text: invalid UTF-8, and control characters that neither texts nor terminals use. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NO_TEXT = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f-\x9f\uFFFD]/g;

/** Whether a sample of output, decoded as UTF-8, is binary. */
export function isBinary(sample: string): boolean {
  const count = sample.match(NO_TEXT)?.length ?? 0;
  return count >= LEAST && count > sample.length * MAX_SHARE;
}
