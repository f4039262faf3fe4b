/** Sluice's tools, whether or not a session has them all. */
export const OWN_TOOLS: readonly string[] = [
  ...['Bash', 'Edit', 'Glob', 'Grep', 'LSP', 'NotebookEdit', 'Read', 'Sleep'],
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
