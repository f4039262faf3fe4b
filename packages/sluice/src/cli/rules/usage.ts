export const SYNOPSIS = `Usage: sluice rules list [--settings FILE] [--json] [--cwd DIR]
       sluice rules check [--settings FILE] [--json] [--cwd DIR]
       sluice rules test [FILE…] [--settings FILE] [--json] [--cwd DIR]
       sluice rules add allow|ask|deny RULE [--to local|project|user] [--force] [--json] [--cwd DIR]
       sluice rules remove [allow|ask|deny] RULE [--from local|project|user] [--json] [--cwd DIR]
       sluice rules trust|untrust [DIR] [--json]`;

export const HELP = `sluice rules: the permission rules of all settings files.

${SYNOPSIS}

Commands:
  list    Prints every rule in the order of decision (deny, ask, allow) with its source, file and line; what is not
          used, and why; then the mode and the directories of the workspace.
  check   Prints what is wrong in settings files, as file:line:column: malformed rules, rules that can't be reached or
          never match, near misses, unknown keys, hooks that don't run as they seem to.
  test    Decides the calls of permissions.tests in settings files, or of the FILEs named (one JSON object a line), and
          prints those that are not decided as expected. Runs nothing.
  add     Writes a rule to a settings file of Sluice; says beforehand what is wrong with it, and refuses one that
          never matches what it seems to be meant for unless --force is given.
  remove  Takes a rule out of the settings files of one source.
  trust   Notes that the repository around DIR is trusted: what its own settings files allow, set and run counts from
          now on, and is listed. The note stands in trust.json in ~/.sluice; untrust takes it back.

An expectation: {"tool": "Bash", "input": "git push", "expect": "allow"|"ask"|"deny"}
  input   The input as an object, or the text of the tool's first field: the command of Bash, the path of Read.
  mode    The permission mode. Default: the one that the settings ask for.
  cwd     Where the call would run, from the working directory.
  rule    The rule that must decide: "Bash(git push *)".
  note    What it is about; printed when it fails.

Options:
  --settings FILE  list: reads settings from this file too. check, test: this file alone (and the policy of this
                   machine), as if given to exec: it needs no trust, and /path in its rules starts beside the
                   file. May be given several times.
  --to, --from     local: .sluice/settings.local.json of this checkout, the default of add. project:
                   .sluice/settings.json. user: settings.json in ~/.sluice.
  --force          add: writes a rule even if it never matches what it seems to be meant for.
  --json           One JSON object.
  --cwd DIR        Where a session would start. Default: the current directory.
  --help

Exit status: 0; 1 when something is wrong: a problem found, an expectation that fails, a rule that can't be saved or
isn't there, a file that can't be used; 2 for wrong usage.
`;
