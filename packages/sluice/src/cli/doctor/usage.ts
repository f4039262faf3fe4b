export const SYNOPSIS = `Usage: sluice doctor [--settings FILE] [--json] [--cwd DIR]`;

export const HELP = `sluice doctor: looks at what this machine offers, and tries out what it promises.

${SYNOPSIS}

Looks at Node, the shell, ripgrep, the sandbox (commands in it try to get out), control groups, the process that cleans
up after a crash, and the settings files of the directory.

Options:
  --settings FILE  Reads settings from this file too, or JSON. May be given several times.
  --json           One JSON object.
  --cwd DIR        Where a session would start. Default: the current directory.
  --help

Exit status: 0; 1 when something that Sluice or the settings need is missing; 2 for wrong usage.
`;
