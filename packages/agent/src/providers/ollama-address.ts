/** The address that OLLAMA_HOST means: a host, a port, both, or a whole address; `0.0.0.0` is where it listens, not where it is. */
export function ollamaAddress(text: string): string {
  const whole = text.includes('://') ? text : `http://${text.startsWith(':') ? '127.0.0.1' : ''}${text}`;
  if (!URL.canParse(whole)) return text;
  const url = new URL(whole);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && !text.includes('://')) url.port = '11434';
  return url.href;
}
