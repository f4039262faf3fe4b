export const SYNOPSIS = `Usage: sluice settings show [KEY…] [--origin] [--settings FILE] [--json] [--cwd DIR]
       sluice settings path [--settings FILE] [--json] [--cwd DIR]`;

export const HELP = `sluice settings: what the settings files of a directory say, put together.

${SYNOPSIS}

Commands:
  show    Prints the value that counts of each KEY (sandbox.enabled, or sandbox for all in it), or of every key that
          a file sets. What has no effect is marked, and why.
  path    Prints the files that are looked for, the highest first, and what became of each.

What is wrong in settings files, of all keys, is told in one place, with file, line and column: sluice rules check.
All keys, their values and who may set them: docs/settings.md.

Options:
  --origin         Where each value, or entry of a list, stands (file:line), what it overrides, and what does not
                   count, and why.
  --settings FILE  Reads settings from this file too, or JSON. May be given several times.
  --json           One JSON object; the origins are always in it.
  --cwd DIR        Where a session would start. Default: the current directory.
  --help

Exit status: 0; 1 when a file can't be used; 2 for wrong usage.
`;
