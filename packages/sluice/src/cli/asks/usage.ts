export const SYNOPSIS = `Usage: sluice asks [SESSION] [--all] [--json] [--cwd DIR]
       sluice asks answer ID yes|no [--feedback TEXT] [--json]`;

export const HELP = `sluice asks: list and answer calls that wait for approval.

${SYNOPSIS}

sluice -p --asks suspend doesn't deny a call that needs approval: the call stays open, and the run ends. Answer days
later, from any process and in any order, then continue with sluice -p --resume.

Without a command, lists the open calls of this directory's sessions, or of one session.

Commands:
  answer    Answer one. After yes, everything is checked again, and the call runs at once, or as soon as the calls
            before it have been answered. It runs at most once, and only as it was shown: if its file or the rules have
            changed, you are asked again under a new ID.

SESSION is a session's id, the first characters of its id (at least 4), or its title. ID is a request's id, such as
ask-0123456789abcdef, or the first characters of it.

  sluice -p --asks suspend "Fix the test and commit"    leave open what needs approval
  sluice asks                                           see what is waiting
  sluice asks answer ask-0123456789abcdef yes           let it run
  sluice -p --resume SESSION                            continue with the results

Options:
  --all            List the open calls of the sessions of all directories.
  --feedback TEXT  Add a message for the model to the answer.
  --json           Print one JSON value.
  --cwd DIR        List the sessions of DIR. Default: the current directory.
  --help           Show this help.

Exit code: 0; 1 if the answer can't be given, or the call failed or was denied although you said yes; 2 for
invalid usage.
`;
