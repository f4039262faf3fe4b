export const SYNOPSIS = `Usage: sluice undo [--session ID | --session-dir DIR] [--call ID] [--message ID] [--file PATH]
                   [--list] [--dry-run] [--force]`;

export const HELP = `sluice undo: undo file changes made by Edit, Write and NotebookEdit in a session.

${SYNOPSIS}

  sluice undo                                   in the most recent session of this directory
  sluice exec calls.jsonl --session-dir .sluice/today
  sluice undo --session-dir .sluice/today

Without options, undoes the last call that wrote; run it again to go back one more. Files get their previous content and
permissions back, and files that the call created are removed. Changes made by Bash commands can't be undone.

Options:
  --session ID       A session by id, first characters of its id, or title, from any directory: see sluice sessions.
                     Default: the most recent session of this directory.
  --session-dir DIR  The session in DIR, as passed to sluice exec. The session must not be in use.
  --call ID          Undo this call and the calls it made. If two messages have a call with this id, the later one.
  --message ID       Undo all calls of this message.
  --file PATH        Undo the last write to this file. With --call, undo what that call wrote to it.
  --list             List what can be undone, most recent first, and change nothing.
  --dry-run          Show what would be undone, as a diff, and change nothing.
  --force            Restore files even if they have changed since, for example by a formatter, after saving their
                     current content in the session. If a later call wrote the same file, undo that write too.
  --help             Show this help.

Exit code: 0 if done; 1 if there is nothing to undo, a file has changed since, or something can't be read or written
(nothing was changed then, unless the message says otherwise); 2 for invalid usage.
`;
