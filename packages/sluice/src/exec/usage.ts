export const SYNOPSIS = `Usage: sluice exec [FILE…] [--cwd DIR] [--permission-mode MODE] [--allow RULE] [--ask RULE]
                   [--deny RULE] [--settings FILE] [--add-dir DIR] [--permission-prompts terminal|stdio|none]
                   [--max-concurrency N] [--scheduling claims|strict] [--start stream|message] [--dry-run]
                   [--session-dir DIR] [--resume] [--init] [--init-only] [--maintenance] [--progress]
                   [--full-results] [--output-format text|jsonl]`;

export const HELP = `sluice exec: carries out tool calls. Calls in, results out.

${SYNOPSIS}

Input is read from the files, or from standard input (-), as it arrives; its format is recognised:
  - the event stream of a model API (Anthropic Messages, OpenAI Chat Completions or Responses, Gemini): a call is
    taken up as soon as it is whole;
  - JSON lines: {"type":"tool_use","id":…,"name":…,"input":{…}}, ended by {"type":"message_stop"} or the end of the
    input; a whole assistant message; {"type":"interrupt","reason":"user-message"|"user-cancel"};
    {"type":"discard"} for a retracted stream; and, with --permission-prompts stdio, answers to permission_request
    lines: {"type":"permission_response","tool_use_id":…,"behavior":"allow"|"deny"}, with "updatedInput", "message"
    and "always" as options.

Options:
  --cwd DIR               The directory to work in. Default: the current one.
  --permission-mode MODE  default: what only reads inside the working directory runs, all else needs a rule or a yes.
                          acceptEdits: edits inside it run too. plan: nothing changes. auto: a table decides what is
                          harmless. dontAsk: what would be asked is denied. bypassPermissions: everything runs but what
                          a deny or ask rule is about, and removals of critical directories.
                          Default: permissions.defaultMode of the settings, else default.
  --allow, --ask, --deny RULE
                          Adds a rule, such as "Bash(npm test *)" or "Read(.env)"; may be given several times. Deny goes
                          before ask, ask before allow, wherever a rule comes from. sluice explain shows what decides.
  --settings FILE         Reads settings (rules, hooks, the sandbox, variables) from this file too, or from JSON given
                          here; what stands there needs no trust. May be given several times.
  --add-dir DIR           A directory that counts as the workspace beside the working directory.
  --permission-prompts WHO
                          terminal: a person is asked at the terminal (default where standard error is one).
                          stdio: permission_request lines go out, answers come in as lines. none: nobody is asked.
  --max-concurrency N     Calls that execute at the same time. Default 10, or the environment's
                          SLUICE_MAX_TOOL_USE_CONCURRENCY, else CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY.
  --scheduling MODE       claims (default): what the calls read and write decides which run side by side.
                          strict: only neighbours that are concurrency-safe do.
  --start WHEN            stream (default): calls start as they come; message: when their message is whole.
  --dry-run               Looks up, validates and plans; runs nothing.
  --session-dir DIR       Keeps the journal and stored results there. Default: a private temporary directory without a
                          journal, removed at the end unless results too long to show were stored in it.
  --resume                Goes on with the session of --session-dir: calls that are fed again get their journaled
                          results; those whose outcome is unknown are told so.
  --init                  Runs the hooks of Setup first (trigger init): what makes things ready for the work.
  --init-only             Runs them and those of SessionStart and SessionEnd, reads no calls and ends.
  --maintenance           Runs the hooks of Setup first (trigger maintenance).
  --progress              Also writes progress and each step of each call.
  --full-results          Shows a long result in full even if it is the same as one of an earlier message of this run;
                          else a line refers to that. For readers that do not keep earlier results.
  --output-format FORMAT  jsonl, or text (default on a terminal).
  --help

Exit status: 0 when every call got its result (an error is a result), 1 when a line of the input was too long to be
read, a hook or a person's no ended the run, the engine failed or standard output was closed, 2 for wrong usage,
settings that can't be read and an input without a call, 128 + signal when a signal ended the run. Ctrl-C cancels what
runs, writes the results and ends; a second one ends at once.
`;
