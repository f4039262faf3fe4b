import { getOwn, isJsonObject, type JsonValue } from '@sluice/core';
import type { ClientChannel } from '@sluice/mcp/config';
import type { ClientLink } from './client-link.ts';

/**
 * The way to an MCP server in the program that started this one.
 * @param tools policies of its tools
 */
export function clientChannel(link: ClientLink, server: string, tools: JsonValue | undefined): ClientChannel {
  return {
    tools,
    async deliver(message, signal) {
      const answer = await link.request({ subtype: 'mcp_message', server_name: server, message }, signal);
      return isJsonObject(answer) ? getOwn(answer, 'mcp_response') : undefined;
    },
    listen: (listener) => link.listen(server, listener),
  };
}
