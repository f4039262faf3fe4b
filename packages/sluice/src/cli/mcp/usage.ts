/** How each command is called: a line for each form. */
const FORMS = {
  list: [
    'sluice mcp [list] [--json] [--mcp-config FILE] [--strict-mcp-config] [--plugin-dir DIR] [--cwd DIR]',
  ],
  get: ['sluice mcp get NAME [--json] [--mcp-config FILE] [--plugin-dir DIR] [--cwd DIR]'],
  tools: ['sluice mcp tools [NAME] [--json] [--mcp-config FILE] [--plugin-dir DIR] [--cwd DIR]'],
  call: ['sluice mcp call NAME TOOL [JSON] [--json] [--allow RULE] [--mcp-config FILE] [--plugin-dir DIR]'],
  add: [
    'sluice mcp add NAME [--scope local|user|project] [--env NAME=VALUE] -- COMMAND [ARGUMENT…]',
    'sluice mcp add NAME --transport http|sse [--scope SCOPE] [--header "NAME: VALUE"] URL',
  ],
  'add-json': ['sluice mcp add-json NAME JSON [--scope SCOPE]'],
  import: ['sluice mcp import [NAME… | --all] [--from PROGRAM] [--scope SCOPE]'],
  remove: ['sluice mcp remove NAME [--scope SCOPE]'],
  approve: ['sluice mcp approve NAME… | --all'],
  confirm: ['sluice mcp confirm NAME [--mcp-config FILE] [--plugin-dir DIR] [--cwd DIR]'],
  login: ['sluice mcp login NAME [--no-browser] [--plugin-dir DIR]'],
  logout: ['sluice mcp logout NAME [--plugin-dir DIR]'],
  serve: ['sluice mcp serve [options]'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The usage of one command. */
export function synopsisOf(command: keyof typeof FORMS): string {
  return usageOf(FORMS[command]);
}

/** The usage of all commands. */
const SYNOPSIS = usageOf(Object.values(FORMS).flat());

/** Where the name of the command is wrong. */
export const COMMANDS_LINE = `Usage: sluice mcp [${Object.keys(FORMS).join('|')}] …`;

function usageOf(forms: readonly string[]): string {
  return forms.map((form, index) => `${index === 0 ? 'Usage:' : '      '} ${form}`).join('\n');
}

export const HELP = `sluice mcp: manage MCP servers, and serve Sluice's tools to MCP clients.

${SYNOPSIS}

Commands:
  list      Connect to each server and show its state. The default.
  get       Show one server, with its tools.
  tools     List the tools of one or all servers, with the fields of their input. --json prints their definitions.
  call      Call a tool with a JSON object. Rules, hooks and limits apply as for a model's call.
  add       Add a server: a command to start, or an address.
  add-json  Add a server as a JSON entry of a configuration file.
  import    List the servers of VS Code, Cursor, Codex, Gemini CLI, opencode and Claude Desktop, or import them.
  remove    Remove a server.
  approve   Approve servers in the project's .mcp.json, so that they can start. If an entry changes, approve it again.
  confirm   Show which tools a server has changed since you allowed them, and accept the changes.
  login     Log in to a remote server in your browser. Without a browser, enter a code on another
            device, or paste the address of the page that the login ends on.
  logout    Delete the login for a server.
  serve     Serve Sluice's tools to an MCP client.

With --plugin-dir, the servers of a plugin are among them, as in a session with it.

Scopes: local (this project, only you; the default), user (all projects, only you), project (.mcp.json, for everyone
who works on the project). Local and user servers are kept in ~/.sluice/mcp.json.

Exit codes: 0 success; 1 failure; 2 invalid usage.
`;
