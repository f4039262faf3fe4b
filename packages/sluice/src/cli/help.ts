export const SYNOPSIS = `Usage: sluice [PROMPT] [options]
       sluice -p [PROMPT] [options]
       sluice acp [options]
       sluice agents [options]
       sluice asks [SESSION|answer] [options]
       sluice auth status [options]
       sluice doctor [options]
       sluice exec [FILE…] [options]
       sluice explain TOOL INPUT|COMMAND [options]
       sluice hooks list|test [options]
       sluice mcp [list|get|tools|call|add|add-json|import|remove] [options]
       sluice mcp approve|confirm|login|logout|serve [options]
       sluice rules list|check|test|add|remove|trust|untrust [options]
       sluice sessions [show|remove] [options]
       sluice settings show|path [options]
       sluice tools list [options]
       sluice trace [SESSION] [options]
       sluice undo [options]
       sluice --help | --version`;

export const HELP = `sluice: run the tool calls of AI agents: safely, in order and in parallel.

${SYNOPSIS}

Without a command: start an interactive session, as in sluice, sluice "PROMPT", sluice -c, sluice -r ID.
For screen readers and simple terminals: sluice --plain.

Commands:
  -p, --print Run a prompt non-interactively.
  acp         Work in an editor that supports the Agent Client Protocol.
  agents      List the agent types that the model can use.
  asks        List and answer calls that wait for approval.
  auth        Check which model and key a session would use.
  doctor      Check the environment and the sandbox.
  exec        Run tool calls (a model's event stream, or JSON lines) and write their results.
  explain     Explain how a tool call would be decided, and by which rule.
  hooks       List and test hooks.
  mcp         Manage MCP servers, and serve Sluice's tools to MCP clients.
  rules       List, check, test and change permission rules.
  sessions    List and remove stored sessions.
  settings    Show effective settings and where each value comes from.
  tools list  List the tools, as a table or as definitions for a model API.
  trace       Show a session as a timeline in the browser.
  undo        Undo file changes made in a session.

Each command has its own --help. sluice -p --help explains how to choose a model and set permissions.
`;
