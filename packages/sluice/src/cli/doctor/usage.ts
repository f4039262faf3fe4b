export const SYNOPSIS = `Usage: sluice doctor [--settings FILE] [--plugin-dir DIR] [--json] [--cwd DIR]`;

export const HELP = `sluice doctor: check the environment and the sandbox.

${SYNOPSIS}

Checks Node, the shell, ripgrep, the sandbox (test commands try to escape from it), control groups, the process that
cleans up after a crash, the directory of the sessions, the model and its key, the settings files of the directory,
its MCP servers, skills, and the service for web searches.

Options:
  --settings FILE  Also read settings from this file, or from inline JSON. Repeatable.
  --plugin-dir DIR Also check the MCP servers of a plugin. Repeatable.
  --json           Print one JSON object.
  --cwd DIR        Directory in which a session would start. Default: the current directory.
  --help           Show this help.

Exit code: 0 if everything required works; 1 if something that Sluice or your settings require is missing; 2 for
invalid usage.
`;
