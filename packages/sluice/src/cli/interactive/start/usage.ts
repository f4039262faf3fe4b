export const SYNOPSIS = `Usage: sluice [PROMPT] [-c | -r [ID]] [--model MODEL] [--permission-mode MODE] [--settings FILE] …
       sluice -p PROMPT    without a terminal
       sluice --help       all commands`;

export const HELP = `sluice: start an interactive session in the terminal.

${SYNOPSIS}

  -c, --continue          Continue the latest session of this directory that has an answer.
  -r, --resume [ID]       Continue a session by its id, or choose one from a list.
  -w, --worktree [NAME]   Work in a separate git worktree, by name or from a pull request: '#123'.
  --plain                 Only append lines, for screen readers and simple terminals.
  --model MODEL, --effort LEVEL, --permission-mode MODE, --allowedTools RULES, --settings FILE, --mcp-config FILE, …
                          As for sluice -p (sluice -p --help).

At the prompt, /help lists the commands and ? the keys.
`;
