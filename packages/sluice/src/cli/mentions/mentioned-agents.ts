/** `@agent-type` at the start of a word. */
const MENTION = /(?<=^|[\s(])@agent-([A-Za-z0-9][\w:.-]*)/g;

/** The types of agents that a text mentions as `@agent-type`, without duplicates; whether there are such types is not looked up. */
export function mentionedAgents(text: string): readonly string[] {
  const names = [...text.matchAll(MENTION)].map(([, name = '']) => name.replace(/[.:]+$/, ''));
  return [...new Set(names)];
}
