import { MODES } from '../permission-modes.ts';

export const SYNOPSIS = `Usage: sluice -p [PROMPT] [--model MODEL] [--base-url URL] [--output-format text|json|stream-json]
                 [--input-format text|stream-json] [--permission-mode MODE] [--allowedTools RULES]
                 [--disallowedTools RULES] [--tools NAMES] [--permission-prompts stdio|none] [--settings FILE]
                 [--continue | --resume ID] [--fork-session] [--max-turns N] [--json-schema SCHEMA] …`;

export const HELP = `sluice -p: run a prompt non-interactively.

${SYNOPSIS}

The prompt is the argument, standard input (or -), or both, in that order. In shell loops, add < /dev/null.

Model:
  --model MODEL           service/model, such as anthropic/claude-sonnet-5-5, openai/gpt-5, gemini/…, ollama/qwen3,
                          llamacpp/… or vllm/…; replay:FILE plays a recording; ai-sdk:PACKAGE/model uses a provider
                          package of the AI SDK; sonnet, opus and haiku are short names. Default: SLUICE_MODEL,
                          ANTHROPIC_MODEL, the setting "model", or Claude if its key is set.
  --base-url URL          Address of the model server (ANTHROPIC_BASE_URL, OPENAI_BASE_URL).
  --fallback-model MODELS Models to try if the model is overloaded or unavailable, separated by commas.
  --advisor MODEL         A stronger model that the agent may ask for advice (setting advisorModel).
  --effort LEVEL          How much to think: low, medium, high, xhigh or max. See also MAX_THINKING_TOKENS.
  --tool-loading HOW      How deferred tools are loaded: auto, reference, bridge, append, or off.
  --system-prompt TEXT, --system-prompt-file FILE          Replace the built-in system prompt.
  --append-system-prompt TEXT, --append-system-prompt-file FILE   Add to the system prompt.
  --max-turns N           Maximum number of model turns per prompt.
  --max-budget-usd N      Maximum cost of the session. For models without a known price, set "modelPrices".
  --json-schema SCHEMA    Return an answer that matches this schema, as structured_output in the result.

Permissions:
  --permission-mode MODE  ${MODES}. No one is available to
                          approve calls, so calls that would ask are denied and listed in permission_denials.
  --dangerously-skip-permissions       Same as --permission-mode bypassPermissions.
  --allow-dangerously-skip-permissions Let the client switch to that mode later.
  --allowedTools RULES, --disallowedTools RULES
                          Rules separated by commas or spaces, such as "Bash(npm test *),Edit". Repeatable.
                          Also --allow, --ask, --deny.
  --tools NAMES           Built-in tools to offer; "" for none.
  --permission-prompts stdio  Ask over control_request lines; answers arrive as control_response lines.
  --asks suspend          Leave calls that need approval open and end. sluice asks lists them, sluice asks answer
                          answers them, and --resume continues. Default: deny.
  --permission-prompt-tool NAME  Ask a tool of an MCP server, such as mcp__server__tool.
  --settings FILE, --setting-sources user,project,local, --add-dir DIR, --cwd DIR
  -w, --worktree [NAME]   Work in a separate git worktree, by name or from a pull request: '#123'.
  --bare                  Ignore hooks and instruction files (CLAUDE.md, AGENTS.md).
  --safe-mode             Start without anything that you or the project added, to find out what causes a problem:
                          no instruction files, skills, commands, agents, hooks, MCP servers or language servers.
  --init, --init-only, --maintenance   Run Setup hooks first.

Agents:
  --agents JSON           Agent types, as in {"reviewer": {"description": "…", "prompt": "…"}}. See sluice agents.
  --agent NAME            Run the session as this agent type, with its prompt, tools and model.
  --coordinator           Delegate all work to background agents, and answer their requests for approval.
  --append-subagent-system-prompt TEXT   Add to the system prompt of every sub-agent.

MCP servers:
  --plugin-dir DIR        Use the skills, commands, agents, hooks and servers of a plugin. Repeatable.
  --mcp-config FILE       Also use the servers in this file, or in inline JSON. Repeatable.
  --strict-mcp-config     Use only those. See sluice mcp --help.

Tool calls:
  --max-concurrency N     Maximum number of calls that run at the same time. Default 10.
  --scheduling claims|strict, --start stream|message, --cascade effects|all-shell|none
                          Same as for sluice exec.

Input and output:
  --output-format FORMAT  text (default): the final answer; with --verbose, each call on standard error. json: one
                          object, with --verbose all messages. stream-json: one message per line, as it happens.
  --include-partial-messages, --include-hook-events, --replay-user-messages, --forward-subagent-text, --verbose
  --input-format stream-json   Needs no -p. Read user messages and control messages, one per line.

Programs built on the Claude Agent SDK (see docs/agent-sdk.md):
  --await-initialize      With -p: wait for the program's first line, which can set hooks, servers and prompts.
  --await-claim           Then also wait until the program says which directory to work in.
  --thinking HOW          adaptive, enabled or disabled.
  --max-thinking-tokens N Maximum thinking tokens per answer; 0 for none.

Sessions:
  -c, --continue          Continue the latest session of this directory that has an answer.
  -r, --resume ID         Continue a session by its id (sluice sessions lists them).
  --fork-session          Continue with a copy. --session-id UUID sets the id of a new session.
                          --no-session-persistence stores nothing.

Exit codes: 0 success; 1 failure, or a limit was reached; 2 invalid usage; 128 + signal when a signal ended the run.
Ctrl-C stops running calls and reports the result; a second Ctrl-C exits at once.
`;
