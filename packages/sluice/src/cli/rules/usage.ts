export const SYNOPSIS = `Usage: sluice rules list [--settings FILE] [--json] [--cwd DIR]
       sluice rules check [--settings FILE] [--json] [--cwd DIR]
       sluice rules test [FILE…] [--settings FILE] [--json] [--cwd DIR]
       sluice rules add allow|ask|deny RULE [--to local|project|user] [--force] [--json] [--cwd DIR]
       sluice rules remove [allow|ask|deny] RULE [--from local|project|user] [--json] [--cwd DIR]
       sluice rules trust|untrust [DIR] [--json]`;

export const HELP = `sluice rules: list, check, test and change permission rules.

${SYNOPSIS}

Commands:
  list    List all rules in the order in which they are evaluated (deny, ask, allow), with source, file and line;
          rules that are ignored, and why; then the permission mode and the directories of the workspace.
  check   Report problems in settings files as file:line:column: invalid rules, rules that are unreachable or never
          match, likely typos, unknown keys, hooks that won't run as written.
  test    Check the calls listed in permissions.tests of your settings files, or in FILEs (one JSON object per line),
          and print those with an unexpected decision. Runs nothing.
  add     Add a rule to a settings file. Warns about problems, and refuses a rule that can never match as
          intended unless you pass --force.
  remove  Remove a rule from the settings files of one source.
  trust   Trust the repository that contains DIR: its settings files may then allow calls, set variables and run
          hooks, all of which are listed first. Stored in ~/.sluice/trust.json.
  untrust Revoke trust.

A test: {"tool": "Bash", "input": "git push", "expect": "allow"|"ask"|"deny"}
  input   The input as an object, or the text of its first field: the command for Bash, the path for Read.
  mode    Permission mode. Default: from settings.
  cwd     Directory of the call, relative to the working directory.
  rule    The rule that must decide: "Bash(git push *)".
  note    Description, printed if the test fails.

Options:
  --settings FILE  list: also read settings from this file. check, test: read only this file (and managed policy), as
                   if passed to exec: it needs no trust, and /path in its rules is relative to the file. Repeatable.
  --to, --from     local: .sluice/settings.local.json of this checkout (the default for add). project:
                   .sluice/settings.json. user: ~/.sluice/settings.json.
  --force          add: add a rule even if it can never match as intended.
  --json           Print one JSON object.
  --cwd DIR        Directory in which a session would start. Default: the current directory.
  --help           Show this help.

Exit code: 0; 1 if a problem was found, a test failed, a rule couldn't be saved or doesn't exist, or a file can't be
used; 2 for invalid usage.
`;
