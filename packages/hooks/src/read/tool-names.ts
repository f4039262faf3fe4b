/** Former names of tools. A matcher that names one means the tool: it may guard it. */
export const RENAMED_TOOLS: ReadonlyMap<string, string> = new Map([
  ['BashOutput', 'TaskOutput'],
  ['KillBash', 'TaskStop'],
  ['KillShell', 'TaskStop'],
  ['ListMcpResources', 'ListMcpResourcesTool'],
  ['ListPeers', 'ListAgents'],
  ['ReadMcpResource', 'ReadMcpResourceTool'],
  ['ReadMcpResourceDir', 'ReadMcpResourceDirTool'],
  ['Task', 'Agent'],
]);

/** Tools that matchers in existing settings name and that Sluice doesn't have: not a mistake in the file. Some have a successor. */
export const ABSENT_TOOLS: ReadonlyMap<string, string | undefined> = new Map<string, string | undefined>([
  ...RENAMED_TOOLS,
  ['LS', 'Glob'],
  ['MultiEdit', 'Edit'],
  ['NotebookRead', 'Read'],
  ['SlashCommand', 'Skill'],
  ...[
    ...['Artifact', 'Brief', 'ClaudeDesign', 'EndConversation', 'OfferChromeSetup', 'PowerShell', 'Projects'],
    ...[
      'ProposeGoal',
      'PushNotification',
      'ReadNotifications',
      'ReportFindings',
      'SendFeedback',
      'SendUserFile',
    ],
    ...['SendUserMessage', 'SetGoal', 'ShareOnboardingGuide', 'ShowOnboardingRolePicker', 'SubagentHandback'],
    ...['WaitForMcpServers', 'propose_skills'],
  ].map((name): [string, undefined] => [name, undefined]),
]);
