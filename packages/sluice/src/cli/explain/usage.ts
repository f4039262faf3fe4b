export const SYNOPSIS = `Usage: sluice explain TOOL INPUT|COMMAND [--json] [--cwd DIR] [--permission-mode MODE]
                      [--settings FILE] [--allow RULE] [--ask RULE] [--deny RULE] [--add-dir DIR]
       sluice explain --jsonl [the same options]`;

export const HELP = `sluice explain: says what would become of a call, and which rule decides. Runs nothing.

${SYNOPSIS}

  sluice explain Bash 'git status && rm -rf build'
  sluice explain Read '{"file_path":"src/a.ts"}'

INPUT is the input as JSON, or the text of the tool's first field: the command of Bash, the path of Read.

The order of decision: hooks that deny; deny rules; ask rules and hooks that ask; the tool's own checks; safety floors
(critical removals, protected paths, plan mode); the mode; allow rules, commands that only read, hooks that allow; a
classifier; a person. Hooks, classifiers and persons are not asked here; how many hooks would be is said.

Options:
  --json                  One JSON object.
  --jsonl                 Reads {"tool":…,"input":…} lines from standard input (an input as text too) and writes one
                          line for each:
                          {"decision":"allow"|"ask"|"deny","readOnly":…,"opaque":…,"reasons":[…],"commands":[…],…}.
                          Of a line that can't be used the decision is "error", with "error" and "line".
  --cwd DIR               Where the call would run. Default: the current directory.
  --permission-mode MODE  default, acceptEdits, plan, auto, dontAsk or bypassPermissions.
                          In auto the classifier is not asked: what it would allow is shown as ask.
  --settings FILE         Reads settings from this file too, or from JSON given here.
  --allow, --ask, --deny RULE
                          Adds a rule; may be given several times.
  --add-dir DIR           A directory that counts as the workspace beside the working directory.
  --help

Exit status: 0, whatever the decision; 2 for wrong usage or settings that can't be used.
`;
