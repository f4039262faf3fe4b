/** A piece of a skill's text: what the author wrote, or a command whose output goes in its place. */
export interface TemplatePart {
  /** `unsafe`: a command with arguments in places where quotes don't hold them. It must not run. */
  readonly kind: 'text' | 'command' | 'unsafe';
  readonly text: string;
}

/** A block of commands, or one in a line after a blank. */
const COMMAND = /^```!([^\n]*)\n([\s\S]*?)\n?^```[ \t]*$|(?<=^|[ \t])!`([^`\n]+)`/gm;

/** Splits the text of a skill at its injected commands. */
export function templateParts(body: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const match of body.matchAll(COMMAND)) {
    if (match.index > from) parts.push({ kind: 'text', text: body.slice(from, match.index) });
    const command = match[3] ?? `${match[1] ?? ''}\n${match[2] ?? ''}`;
    parts.push({ kind: 'command', text: command.trim() });
    from = match.index + match[0].length;
  }
  if (from < body.length) parts.push({ kind: 'text', text: body.slice(from) });
  return parts.filter(({ kind, text }) => kind === 'text' || text !== '');
}
