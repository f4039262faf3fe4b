import { MODES } from '../permission-modes.ts';

export const SYNOPSIS = `Usage: sluice explain TOOL INPUT|COMMAND [--json] [--cwd DIR] [--permission-mode MODE]
                      [--settings FILE] [--allow RULE] [--ask RULE] [--deny RULE] [--add-dir DIR]
       sluice explain --jsonl [the same options]`;

export const HELP = `sluice explain: explain how a tool call would be decided, and by which rule. Runs nothing.

${SYNOPSIS}

  sluice explain Bash 'git status && rm -rf build'
  sluice explain Read '{"file_path":"src/a.ts"}'

INPUT is the tool's input as JSON, or just its first field: the command for Bash, the path for Read.
One argument in the form of a rule also works: 'Bash(git push)'.

Decisions are made in this order: hooks that deny; deny rules; ask rules and hooks that ask; the tool's own checks;
safety checks (critical removals, protected paths, plan mode); the permission mode; allow rules, read-only commands and
hooks that allow; a classifier; the user. This command doesn't run hooks or classifiers, but shows how many hooks would
run.

Options:
  --json                  Print one JSON object.
  --jsonl                 Read {"tool":…,"input":…} lines from stdin (input may be text) and write one line for each:
                          {"decision":"allow"|"ask"|"deny","readOnly":…,"opaque":…,"reasons":[…],"commands":[…],…}.
                          For an invalid line, the decision is "error", with "error" and "line".
  --cwd DIR               Directory in which the call would run. Default: the current directory.
  --permission-mode MODE  ${MODES}. In auto, calls that the
                          classifier would decide are shown as ask.
  --settings FILE         Also read settings from this file, or from inline JSON.
  --allow, --ask, --deny RULE
                          Add a rule. Repeatable.
  --add-dir DIR           Add a directory to the workspace.
  --help                  Show this help.

Exit code: 0, whatever the decision; 2 for invalid usage or unusable settings.
`;
