/** Tools that matchers in existing settings name and that Sluice doesn't have: not a mistake in the file. Some have a successor. */
export const ABSENT_TOOLS: ReadonlyMap<string, string | undefined> = new Map<string, string | undefined>([
  ['BashOutput', 'TaskOutput'],
  ['KillShell', 'TaskStop'],
  ['LS', 'Glob'],
  ['MultiEdit', 'Edit'],
  ['NotebookRead', 'Read'],
  ['SlashCommand', 'Skill'],
  ['Task', 'Agent'],
  ...'Artifact LSP PowerShell PushNotification WaitForMcpServers'
    .split(' ')
    .map((name): [string, undefined] => [name, undefined]),
]);
