export const SYNOPSIS = `Usage: sluice undo [--session ID | --session-dir DIR] [--call ID] [--message ID] [--file PATH]
                   [--list] [--dry-run] [--force]`;

export const HELP = `sluice undo: takes back what calls of a session wrote with Edit, Write and NotebookEdit.

${SYNOPSIS}

  sluice undo                                   in the session of this directory that was used last
  sluice exec calls.jsonl --session-dir .sluice/today
  sluice undo --session-dir .sluice/today

Without a choice: the last call that wrote. A second undo goes one further back. Files get the bytes and the permissions
that they had; a file that the call made is removed. What commands wrote is not kept, and can't be undone.

Options:
  --session ID       The session of that id, its beginning, or its title, from any directory: see sluice sessions.
                     Default: the one of this directory that was used last.
  --session-dir DIR  The session in DIR, as sluice exec was given it. No session may be in use.
  --call ID          That call, and those that it made; where two messages have a call of this id, the later one.
  --message ID       All calls of that message.
  --file PATH        The last write of that file. Choices narrow each other: with --call, what that call wrote to it.
  --list             Prints what can be undone, the last first, and changes nothing.
  --dry-run          Says what would be done, and shows the difference.
  --force            Puts files back though they have changed since, such as by a formatter: what they hold now is kept
                     in the session first. Where a later call wrote the same file again, that write is taken back too.
  --help

Exit status: 0 when it is done; 1 when there is nothing to undo, a file has changed since, or something can't be read or
written (then nothing was changed, unless it says otherwise); 2 for wrong usage.
`;
