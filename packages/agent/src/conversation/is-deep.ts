/** Far more than any tool needs, and well below what serialization can handle. */
const MAX_LEVELS = 500;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether a JSON text is nested too deeply for a request to be serialized. */
export function isDeep(text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return false;
  let level = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isText = !isText;
    else if (isText) {
      if (code === BACKSLASH) index += 1;
    } else if (code === 0x5b || code === 0x7b) {
      level += 1;
      if (level > MAX_LEVELS) return true;
    } else if (code === 0x5d || code === 0x7d) level -= 1;
  }
  return false;
}
