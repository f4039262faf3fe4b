export const SYNOPSIS = `Usage: sluice exec [FILE…] [--cwd DIR] [--permission-mode default|bypassPermissions] [--max-concurrency N]
                   [--scheduling claims|strict] [--start stream|message] [--dry-run] [--session-dir DIR]
                   [--resume] [--progress] [--output-format text|jsonl]`;

export const HELP = `sluice exec: carries out tool calls. Calls in, results out.

${SYNOPSIS}

Input is read from the files, or from standard input (-), as it arrives; its format is recognised:
  - an Anthropic Messages event stream (SSE): a call is taken up when its block closes;
  - JSON lines: {"type":"tool_use","id":…,"name":…,"input":{…}}, ended by {"type":"message_stop"} or the end of the
    input; a whole assistant message on one line; {"type":"interrupt","reason":"user-message"|"user-cancel"};
    {"type":"discard"} for a retracted stream.

Options:
  --cwd DIR               The directory to work in. Default: the current one.
  --permission-mode MODE  default: tools that only read inside the working directory run, all else is denied.
                          bypassPermissions: everything runs.
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
  --progress              Also writes progress and each step of each call.
  --output-format FORMAT  jsonl, or text (default on a terminal).
  --help

Exit status: 0 when every call got its result (an error is a result), 1 when the engine failed or standard output was
closed, 2 for wrong usage, 128 + signal when a signal ended the run. Ctrl-C cancels what runs, writes the results and
ends; a second one ends at once.
`;
