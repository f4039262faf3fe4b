const TITLES: Readonly<Record<string, string>> = {
  person: 'Prompt',
  note: 'Note',
  instructions: 'Instructions',
  hook: 'From a hook',
  task: 'From a background task',
  agent: 'From an agent',
  schedule: 'From a schedule',
  mcp: 'From an MCP server',
};

/** What a text for the model is called, by where it came from. */
export function promptTitle(origin: string): string {
  return TITLES[origin] ?? `From ${origin}`;
}
