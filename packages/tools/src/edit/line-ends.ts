/** A text whose line ends are all LF, and that has some. */
export function isLf(text: string): boolean {
  return text.includes('\n') && !text.includes('\r');
}

export function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
