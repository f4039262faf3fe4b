export const SYNOPSIS = `Usage: sluice mcp [list] [--json] [--mcp-config FILE] [--strict-mcp-config] [--cwd DIR]
       sluice mcp get NAME [--json] [--mcp-config FILE] [--cwd DIR]
       sluice mcp tools [NAME] [--json] [--mcp-config FILE] [--cwd DIR]
       sluice mcp call NAME TOOL [JSON] [--json] [--allow RULE] [--permission-mode MODE] [--mcp-config FILE]
       sluice mcp add NAME [--scope local|user|project] [--env NAME=VALUE] -- COMMAND [ARGUMENT…]
       sluice mcp add NAME --transport http|sse [--scope SCOPE] [--header "NAME: VALUE"] URL
       sluice mcp add-json NAME JSON [--scope SCOPE]
       sluice mcp import [NAME… | --all] [--from PROGRAM] [--scope SCOPE]
       sluice mcp remove NAME [--scope SCOPE]
       sluice mcp approve NAME… | --all
       sluice mcp confirm NAME [--mcp-config FILE] [--cwd DIR]
       sluice mcp login|logout NAME [--no-browser]
       sluice mcp serve [options]`;

export const HELP = `sluice mcp: use MCP servers, and serve Sluice's tools to MCP clients.

${SYNOPSIS}

Commands:
  list      Connect to each server and show its state. The default.
  get       Show one server, with its tools.
  tools     List the tools of a server, or of all, with the fields of their input. --json prints their definitions.
  call      Call a tool with a JSON object. Rules, hooks and limits apply as to a model's call.
  add       Add a server: a command to start, or an address.
  add-json  Add a server as a JSON entry of a configuration file.
  import    List the servers of VS Code, Cursor, Codex, Gemini CLI, opencode and Claude Desktop, or import them.
  remove    Remove a server.
  approve   Let servers start that the project's .mcp.json names. An entry that changes needs a new approval.
  confirm   Show which tools a server has changed since you allowed them, and accept the changes.
  login     Log in to a remote server in your browser. Without a browser, enter a code on another
            device, or paste the address that the login ends at.
  logout    Forget the login at a server.
  serve     Serve Sluice's tools to an MCP client.

Scopes: local (this project, only you; the default), user (all projects, only you), project (.mcp.json, for everyone
who works on the project). Local and user servers are kept in ~/.sluice/mcp.json.

Exit codes: 0 success; 1 failure; 2 wrong usage.
`;
