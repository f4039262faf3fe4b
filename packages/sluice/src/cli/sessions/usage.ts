export const SYNOPSIS = `Usage: sluice sessions [--all] [--json] [--cwd DIR]
       sluice sessions show ID [--json]
       sluice sessions remove ID… [--yes]`;

export const HELP = `sluice sessions: the conversations that are kept, to go on with or to be rid of.

${SYNOPSIS}

Without a command: lists the sessions of this directory, the one used last first.

Commands:
  show      Prints what is known of a session, and where it is.
  remove    Removes sessions with all that they keep: what was said, outputs, and what an undo would need. Asks before.
            One that a process works in is left alone.

ID is the id of a session, its beginning (4 characters at least), or its title, whatever directory it works in.

  sluice -p --continue            goes on with the one used last in this directory
  sluice -p --resume ID           goes on with any
  sluice undo --session ID        takes back what its calls wrote to files

Options:
  --all        Lists the sessions of all directories.
  --json       One JSON value.
  --cwd DIR    Lists those of DIR. Default: the current directory.
  --yes        Removes without asking.
  --help

Sessions are in SLUICE_STATE_DIR, else in sluice in XDG_STATE_HOME, else in ~/.local/state/sluice. Those that nobody has
used for "cleanupPeriodDays" (settings; 30 by default) are removed when another one begins.

Exit status: 0; 1 when a session is not found, is in use or can't be removed; 2 for wrong usage.
`;
