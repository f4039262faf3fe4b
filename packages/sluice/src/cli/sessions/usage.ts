export const SYNOPSIS = `Usage: sluice sessions [--all] [--json] [--cwd DIR]
       sluice sessions show ID [--json]
       sluice sessions remove ID… [--yes]`;

export const HELP = `sluice sessions: list, show and remove saved sessions.

${SYNOPSIS}

Without a command, lists the sessions of this directory, most recent first.

Commands:
  show      Show details of a session and where it is stored.
  remove    Remove sessions and everything stored with them: messages, outputs, and what undo needs. Asks for
            confirmation. Sessions in use are skipped.

ID is a session's id, the first characters of its id (at least 4), or its title, from any directory.

  sluice -p --continue            resume the most recent session of this directory
  sluice -p --resume ID           resume any session
  sluice undo --session ID        undo file changes made in a session

Options:
  --all        List the sessions of all directories.
  --json       Print one JSON value.
  --cwd DIR    List the sessions of DIR. Default: the current directory.
  --yes        Remove without confirmation.
  --help       Show this help.

Sessions are stored in SLUICE_STATE_DIR, or else $XDG_STATE_HOME/sluice, or else ~/.local/state/sluice. Sessions unused
for "cleanupPeriodDays" (a setting, 30 by default) are removed when another session starts.

Exit code: 0; 1 if a session isn't found, is in use or can't be removed; 2 for invalid usage.
`;
