export const SYNOPSIS = `Usage: sluice agents [list] [--agents JSON] [--json] [--cwd DIR]`;

export const HELP = `sluice agents: list the agent types that the model can use with the Agent tool.

${SYNOPSIS}

Types come from your administrator, from --agents, from .sluice/agents and .claude/agents of the project and of your
home directory, from the places of Codex, Gemini CLI and OpenCode (.codex, .gemini, .opencode), and from Sluice itself.
If several have the same name, only one is used.

Options:
  --agents JSON      Types as sluice -p --agents accepts them.
  --json             Print one JSON object.
  --cwd DIR          Directory in which a session would start. Default: the current directory.
  --help             Show this help.

Exit code: 0; 1 if a definition is invalid; 2 for invalid usage.
`;
