export const SYNOPSIS = `Usage: sluice exec [FILE…] [--cwd DIR] [--permission-mode MODE] [--allow RULE] [--ask RULE]
                   [--deny RULE] [--settings FILE] [--add-dir DIR] [--permission-prompts terminal|stdio|none]
                   [--max-concurrency N] [--scheduling claims|strict] [--start stream|message] [--cascade WHICH]
                   [--dry-run] [--session-dir DIR] [--resume] [--init] [--init-only] [--maintenance] [--progress]
                   [--full-results] [--mcp-config FILE] [--strict-mcp-config] [--output-format text|jsonl]`;

export const HELP = `sluice exec: run tool calls. Calls in, results out.

${SYNOPSIS}

Reads the files, or standard input (-), as data arrives, and detects the format:
  - the event stream of a model API (Anthropic Messages, OpenAI Chat Completions or Responses, Gemini, Gemini
    Interactions); a call starts as soon as it is complete;
  - JSON lines: {"type":"tool_use","id":…,"name":…,"input":{…}}, ended by {"type":"message_stop"} or the end of the
    input; a whole assistant message; {"type":"interrupt","reason":"user-message"|"user-cancel"};
    {"type":"discard"} for a retracted stream; and, with --permission-prompts stdio, answers to permission_request
    lines: {"type":"permission_response","tool_use_id":…,"behavior":"allow"|"deny"}, optionally with "updatedInput",
    "message" and "always".

Options:
  --cwd DIR               Directory to work in. Default: the current one.
  --permission-mode MODE  default: reads inside the working directory run; everything else needs a rule or approval.
                          acceptEdits: edits inside it run too. plan: nothing is changed. auto: a table decides what is
                          harmless. dontAsk: deny instead of asking. bypassPermissions: run everything except what
                          a deny or ask rule matches, and removals of critical directories.
                          Default: permissions.defaultMode in the settings, else default.
  --allow, --ask, --deny RULE
                          Add a rule, such as "Bash(npm test *)" or "Read(.env)". Repeatable. Deny beats ask, and ask
                          beats allow, wherever a rule comes from. sluice explain shows which rule decides.
  --settings FILE         Also read settings (rules, hooks, sandbox, variables) from this file, or from inline JSON.
                          They apply without trust. Repeatable.
  --add-dir DIR           Treat a directory as part of the workspace.
  --permission-prompts WHO
                          terminal: ask at the terminal (default if standard error is one).
                          stdio: write permission_request lines and read answers as lines. none: deny instead of asking.
  --max-concurrency N     Maximum number of calls that run at the same time. Default: the setting
                          maxToolUseConcurrency, else SLUICE_MAX_TOOL_USE_CONCURRENCY, else
                          CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY, else 10.
  --scheduling MODE       claims (default): run calls in parallel unless they read and write the same things.
                          strict: run only adjacent concurrency-safe calls in parallel.
  --start WHEN            stream (default): start calls as they arrive. message: wait for the whole message.
  --cascade WHICH         Which later commands of a message a failed command cancels. effects (default): those with
                          effects. all-shell: all of them. none.
  --dry-run               Validate and plan the calls, but run nothing.
  --session-dir DIR       Keep the journal and stored results there. Default: a private temporary directory without a
                          journal, removed at the end unless it holds results that were too long to show.
  --resume                Continue the session of --session-dir: calls that are fed again get their journaled results;
                          calls with an unknown outcome say so.
  --init                  Run Setup hooks (trigger init) first.
  --init-only             Run Setup, SessionStart and SessionEnd hooks, then exit without reading calls.
  --maintenance           Run Setup hooks (trigger maintenance) first.
  --progress              Also write progress and every state of each call.
  --full-results          Write long results in full. Otherwise, a result that is identical to an earlier one of this
                          run is replaced by a reference.
  --mcp-config FILE       Also use the MCP servers in this file, or in inline JSON. Repeatable.
  --strict-mcp-config     Use only those.
  --output-format FORMAT  jsonl, or text (default on a terminal).
  --help                  Show this help.

Exit codes: 0 every call got its result (even an error); 1 an input line was too long, a hook or a declined call
ended the run, the engine failed, or standard output was closed; 2 invalid usage, unreadable settings, or no calls in
the input; 128 + signal when a signal ended the run. Ctrl-C cancels running calls, writes their results and exits; a
second Ctrl-C exits at once.
`;
