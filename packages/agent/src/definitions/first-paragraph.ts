/** The first text of a Markdown file that is no heading, on one line: what describes it if nothing else does. */
export function firstParagraph(body: string): string {
  const paragraph = body
    .split(/\n[ \t]*\n/)
    .find((part) => !/^\s*(?:#|<!--)/.test(part) && part.trim() !== '');
  return (paragraph ?? body.split('\n', 1)[0] ?? '')
    .replace(/^#+\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
