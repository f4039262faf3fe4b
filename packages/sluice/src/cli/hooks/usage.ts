export const SYNOPSIS = `Usage: sluice hooks list [EVENT…] [--settings FILE] [--json] [--cwd DIR]
       sluice hooks test EVENT [--tool TOOL] [--input INPUT|@FILE] [--output OUTPUT|@FILE]
                        [--permission-mode MODE] [--settings FILE] [--json] [--cwd DIR]`;

export const HELP = `sluice hooks: the hooks of all settings files.

${SYNOPSIS}

Commands:
  list    Prints every hook with its place, its event, what it would take, and whether it runs, or why not; which hooks
          make calls run alone, and how to mark them.
  test    Runs the hooks of an event on a made-up one, as a session would, and prints exactly what each said, what was
          made of it, and what it came to together. The hooks really run; no call does.

What is wrong with hooks is told, with file, line and column, by sluice rules check.

Options:
  --tool TOOL        The tool of the made-up call. Default: Bash.
  --input INPUT      For events about a call: its input, as JSON, or as the text of the tool's first field (the command of
                     Bash, the path of Read). For others: fields of the event, as JSON. With @ from a file.
  --output OUTPUT    For events after a call: what the tool gave, as JSON or text; for a failure, its error.
  --permission-mode MODE
                     The mode that hooks are told of. Default: what the settings say.
  --settings FILE    Reads settings from this file too, or JSON. May be given several times.
  --json             One JSON object.
  --cwd DIR          Where a session would start. Default: the current directory.
  --help

Exit status: 0; 1 when a file can't be used, or for test when a hook could not do its work; 2 for wrong usage.
`;
