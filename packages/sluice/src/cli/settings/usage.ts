export const SYNOPSIS = `Usage: sluice settings show [KEY…] [--origin] [--settings FILE] [--json] [--cwd DIR]
       sluice settings path [--settings FILE] [--json] [--cwd DIR]`;

export const HELP = `sluice settings: show effective settings and where each value comes from.

${SYNOPSIS}

Commands:
  show    Show the effective value of each KEY (sandbox.enabled, or sandbox for everything in it), or of every key that
          is set. Values without effect are marked, with the reason.
  path    List the settings files that Sluice looks for, highest precedence first, and whether each was used.

To find errors in settings files, with file, line and column, run: sluice rules check
All keys, their values and who may set them are in docs/settings.md.

Options:
  --origin         Show where each value or list entry is defined (file:line), what it overrides, and what is ignored
                   and why.
  --settings FILE  Also read settings from this file, or from inline JSON. Repeatable.
  --json           Print one JSON object, which always includes origins.
  --cwd DIR        Directory in which a session would start. Default: the current directory.
  --help           Show this help.

Exit code: 0; 1 if a file can't be used; 2 for invalid usage.
`;
