import { MODES } from '../../permission-modes.ts';

export const SYNOPSIS = `Usage: sluice mcp serve [--http [HOST:]PORT] [--allow-remote] [--tools LIST] [--with-servers] [--cwd DIR] [--permission-mode MODE]
                        [--allow RULE] [--ask RULE] [--deny RULE] [--settings FILE] [--add-dir DIR]
                        [--session-dir DIR] [--max-concurrency N] [--scheduling claims|strict]`;

export const HELP = `sluice mcp serve: let an MCP client use Sluice's tools.

${SYNOPSIS}

Uses MCP over standard input and output, for a client that starts it as a program, or over HTTP. Every call goes through the same
rules, hooks, sandbox, scheduling and limits as in any other session of Sluice. When a call needs permission, the person
at the client is asked with a form, if the client can show forms (elicitation). If it can't, the call is denied, and the
denial names the rule that would allow it. A call ends, with every process it started, when the client cancels it or
disconnects.

Options:
  --http [HOST:]PORT      Listen for HTTP clients at http://HOST:PORT/mcp instead, on 127.0.0.1 unless HOST says
                          otherwise. Port 0 picks a free one. Clients send a bearer token ("Authorization: Bearer
                          TOKEN"), from a file that only you can read; its path is printed at the start.
  --allow-remote          Allow a HOST that other machines can reach. Traffic is not encrypted.
  --tools LIST            Offer only these tools, such as Read,Grep,Glob. Repeatable. Default: all.
  --with-servers          Offer the tools of this directory's MCP servers (sluice mcp list) as well, as
                          mcp__SERVER__TOOL: one server for the client, with your rules for all of them.
  --cwd DIR               Directory to work in. Default: the current one.
  --permission-mode MODE  ${MODES}.
                          Default: permissions.defaultMode in the settings, else default.
  --allow, --ask, --deny RULE
                          Add a rule, such as "Bash(npm test *)" or "Read(.env)". Repeatable.
  --settings FILE         Also read settings (rules, hooks, sandbox, variables) from this file, or from inline JSON.
                          Repeatable.
  --add-dir DIR           Treat a directory as part of the workspace. Repeatable.
  --session-dir DIR       Keep the journal and stored results there. Default: a private temporary directory without a
                          journal, removed at the end unless it holds results that were too long to show.
  --max-concurrency N     Maximum number of calls that run at the same time. Default: 10, or what the settings say.
  --scheduling MODE       claims (default): run calls in parallel unless they read and write the same things.
                          strict: run only adjacent concurrency-safe calls in parallel.
  --help                  Show this help.

Exit codes: 0 the client disconnected; 1 the session could not be opened; 2 invalid usage or unreadable settings;
128 + signal when a signal ended it.
`;
