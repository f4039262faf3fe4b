/** Sluice's tools, whether or not a session has them all. */
export const OWN_TOOLS: readonly string[] = [
  ...['Bash', 'Edit', 'Glob', 'Grep', 'NotebookEdit', 'Read', 'Sleep'],
  ...['TaskOutput', 'TaskStop', 'TodoWrite', 'Write'],
  ...['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
  ...['TeamCreate', 'TeamDelete'],
  ...['CronCreate', 'CronDelete', 'CronList', 'ScheduleWakeup'],
  ...['EnterWorktree', 'ExitWorktree'],
  ...['Advisor', 'Agent', 'ListAgents', 'SendMessage', 'Skill'],
  ...['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'],
  ...['RemoteTrigger', 'REPL', 'WebFetch', 'WebSearch', 'Workflow'],
  ...[
    'ListMcpResourcesTool',
    'Monitor',
    'ReadMcpResourceTool',
    'ReadMcpResourceDirTool',
    'ToolSearch',
    'UseTool',
  ],
];

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
