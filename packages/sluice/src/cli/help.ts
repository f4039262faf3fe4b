export const SYNOPSIS = `Usage: sluice -p [PROMPT] [options]
       sluice doctor [options]
       sluice exec [FILE…] [options]
       sluice explain TOOL INPUT|COMMAND [options]
       sluice hooks list|test [options]
       sluice rules list|check|test|add|remove|trust [options]
       sluice sessions [show|remove] [options]
       sluice settings show|path [options]
       sluice tools list [options]
       sluice undo [options]
       sluice --help | --version`;

export const HELP = `sluice: lets a language model work here: carries out its tool calls safely, in order and in parallel.

${SYNOPSIS}

Commands:
  -p, --print Gives a model a piece of work, and carries out what it asks for.
  doctor      Looks at what this machine offers, and whether the sandbox holds.
  exec        Reads tool calls (a model's event stream, or JSON lines) and writes their results.
  explain     Says what would become of a call, and which rule decides.
  hooks       Lists the hooks of all settings files, and tries them out.
  rules       Lists, checks, tests and changes permission rules.
  sessions    Lists the conversations that are kept, and removes them.
  settings    Shows what counts of all settings files, and where it stands.
  tools list  Prints the tools, for people or as a model API takes them.
  undo        Takes back what calls of a session wrote to files.

Each command has its own --help; sluice -p --help tells how to choose a model and what it may do.
`;
