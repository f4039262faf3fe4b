/** A resource of an MCP server. */
export interface MentionedResource {
  readonly server: string;
  readonly uri: string;
}

/** `@server:uri` at the start of a word. */
const MENTION = /(?<=^|[\s(])@([A-Za-z0-9][\w.-]*):([^\s"'<>]+)/g;
const MAX_MENTIONS = 20;

/** The resources of these servers that a text mentions as `@server:uri`, without duplicates. */
export function mentionedResources(
  text: string,
  isServer: (name: string) => boolean,
): readonly MentionedResource[] {
  const found = new Map<string, MentionedResource>();
  for (const [mention, server = '', given = ''] of text.matchAll(MENTION)) {
    const uri = given.replace(/[.,;!?)]+$/, '');
    if (uri !== '' && isServer(server))
      found.set(mention.slice(0, server.length + 2 + uri.length), { server, uri });
  }
  return [...found.values()].slice(0, MAX_MENTIONS);
}
