export const SYNOPSIS = `Usage: sluice hooks list [EVENT…] [--settings FILE] [--json] [--cwd DIR]
       sluice hooks test EVENT [--tool TOOL] [--input INPUT|@FILE] [--output OUTPUT|@FILE]
                        [--permission-mode MODE] [--settings FILE] [--json] [--cwd DIR]`;

export const HELP = `sluice hooks: list and test hooks.

${SYNOPSIS}

Commands:
  list    List the hooks of all settings files: where each is defined, its event and matcher, whether it runs or why
          not, and which hooks prevent calls from running in parallel.
  test    Run the hooks of an event on sample data, as a session would, and show what each of them returned and the
          combined outcome. The hooks really run; the tool call doesn't.

To find errors in hook definitions, with file, line and column, run: sluice rules check

Options:
  --tool TOOL        Tool of the sample call. Default: Bash.
  --input INPUT      For events about a tool call: its input as JSON, or just its first field (the command
                     for Bash, the path for Read). For other events: fields of the event as JSON. @FILE reads a file.
  --output OUTPUT    For events after a call: the tool's output as JSON or text; after a failure, its error.
  --permission-mode MODE
                     Permission mode to pass to hooks. Default: from settings.
  --settings FILE    Also read settings from this file, or from inline JSON. Repeatable.
  --json             Print one JSON object.
  --cwd DIR          Directory in which a session would start. Default: the current directory.
  --help             Show this help.

Exit code: 0; 1 if a file can't be used or, for test, a hook failed; 2 for invalid usage.
`;
