export const SYNOPSIS = `Usage: sluice mcp serve [options]`;

export const HELP = `sluice mcp: use MCP servers, and serve Sluice's tools to MCP clients.

${SYNOPSIS}

Commands:
  serve  Serve Sluice's tools to an MCP client.
`;
