export const SYNOPSIS = `Usage: sluice trace [SESSION] [--out FILE] [--open]
       sluice trace [SESSION] --live [--open]`;

export const HELP = `sluice trace: show a session as a timeline in the browser.

${SYNOPSIS}

Writes one HTML file that needs no network and no server: calls by time, what waited for what, permission decisions
with their rules, hooks, results, costs and sub-agents. Prints the path of the file.

SESSION is a session's id, the first characters of its id (at least 4), or its title. Default: the most recent session
of the current directory.

  sluice trace --open                    show the most recent session
  sluice trace 0123abcd --out run.html   write a file that you can send to someone
  sluice trace --live --open             follow a session while it runs

Options:
  --out FILE         Where to write the page; - is standard output. Default: trace.html in the session's directory.
  --open             Open the page in your browser.
  --live             Serve the page on this machine, and update it while the session runs. Ctrl-C ends it.
  --session-dir DIR  The session in DIR, as passed to sluice exec --session-dir.
  --help             Show this help.

The page contains everything in the session: prompts, inputs, results, paths. Only you can read it (mode 600).

Exit code: 0; 1 if the session isn't found or the page can't be written; 2 for invalid usage.
`;
