/** Sluice's tools, whether or not a session has them all. */
export const OWN_TOOLS: readonly string[] = [
  ...['Bash', 'Edit', 'Glob', 'Grep', 'NotebookEdit', 'Read', 'Sleep'],
  ...['TaskOutput', 'TaskStop', 'TodoWrite', 'Write'],
];

/** Tools that matchers in existing settings name and that Sluice doesn't have: not a mistake in the file. Some have a successor. */
export const ABSENT_TOOLS: ReadonlyMap<string, string | undefined> = new Map<string, string | undefined>([
  ['BashOutput', 'TaskOutput'],
  ['KillShell', 'TaskStop'],
  ['LS', 'Glob'],
  ['MultiEdit', 'Edit'],
  ['NotebookRead', 'Read'],
  ...(
    'Agent Artifact AskUserQuestion CronCreate CronDelete CronList EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree ' +
    'ListMcpResourcesTool LSP Monitor PowerShell PushNotification ReadMcpResourceTool ScheduleWakeup SendMessage Skill ' +
    'SlashCommand Task TaskCreate TaskGet TaskList TaskUpdate ToolSearch WaitForMcpServers WebFetch WebSearch Workflow'
  )
    .split(' ')
    .map((name): [string, undefined] => [name, undefined]),
]);
