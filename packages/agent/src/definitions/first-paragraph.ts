/** The first text of a Markdown file that is not a heading and no code, on one line: what describes it if nothing else does. */
export function firstParagraph(body: string): string {
  const text = withoutCode(body);
  const paragraph = text
    .split(/\n[ \t]*\n/)
    .find((part) => !/^\s*(?:#|<!--)/.test(part) && part.trim() !== '');
  return (paragraph ?? text.trimStart().split('\n', 1)[0] ?? '')
    .replace(/^#+\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Without blocks of code between fences; one that is left open reaches to the end. */
function withoutCode(body: string): string {
  let fence: string | undefined;
  const kept: string[] = [];
  for (const line of body.split('\n')) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && marks === '') kept.push(line);
    else if (fence === undefined) {
      fence = marks;
      kept.push('');
    } else if (marks.startsWith(fence) && line.trim() === marks) fence = undefined;
  }
  return kept.join('\n');
}
