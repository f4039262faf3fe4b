/** Whether a text has line endings and all of them are LF. */
export function isLf(text: string): boolean {
  return text.includes('\n') && !text.includes('\r');
}

export function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
