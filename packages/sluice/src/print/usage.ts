export const SYNOPSIS = `Usage: sluice -p [PROMPT] [--model MODEL] [--base-url URL] [--output-format text|json|stream-json]
                 [--input-format text|stream-json] [--permission-mode MODE] [--allowedTools RULES]
                 [--disallowedTools RULES] [--tools NAMES] [--permission-prompts stdio|none] [--settings FILE]
                 [--continue | --resume ID] [--fork-session] [--max-turns N] [--json-schema SCHEMA] …`;

export const HELP = `sluice -p: gives a model a piece of work, and carries out what it asks for. No questions, for scripts.

${SYNOPSIS}

The prompt is the argument, or standard input (also -), or both one after the other. In loops give it < /dev/null.

The model:
  --model MODEL           service/model, such as anthropic/claude-sonnet-4-5, openai/gpt-5, gemini/…, ollama/qwen3,
                          llamacpp/…, vllm/…; replay:FILE plays a recording; ai-sdk:PACKAGE/model takes a provider
                          package of the AI SDK; sonnet, opus and haiku are short names. Default: SLUICE_MODEL,
                          ANTHROPIC_MODEL, the setting "model", or Claude where its key is set.
  --base-url URL          The address of the server (ANTHROPIC_BASE_URL, OPENAI_BASE_URL).
  --effort LEVEL          How much it thinks: low, medium, high, xhigh or max (also MAX_THINKING_TOKENS).
  --system-prompt TEXT, --system-prompt-file FILE          In place of ours.
  --append-system-prompt TEXT, --append-system-prompt-file FILE
  --max-turns N           Answers of the model for a prompt, at most.
  --max-budget-usd N      For all prompts together; needs the price of the model in the setting "modelPrices".
  --json-schema SCHEMA    The answer has this form; it is structured_output of the result.

What it may do:
  --permission-mode MODE  default, acceptEdits, plan, auto, dontAsk, bypassPermissions. Nobody is asked: what would ask
                          is denied, and stands in permission_denials.
  --dangerously-skip-permissions       As --permission-mode bypassPermissions.
  --allow-dangerously-skip-permissions A program at the other end may choose that mode later.
  --allowedTools RULES, --disallowedTools RULES
                          Rules with commas or blanks between, such as "Bash(npm test *),Edit", or several of them.
                          Also --allow, --ask, --deny.
  --tools NAMES           The built-in tools that there are; "" for none.
  --permission-prompts stdio  Questions go out as control_request lines; answers come in as control_response lines.
  --settings FILE, --setting-sources user,project,local, --add-dir DIR, --cwd DIR
  --bare                  No hooks and no instruction files (CLAUDE.md, AGENTS.md).
  --init, --init-only, --maintenance   Hooks of Setup run first.

In and out:
  --output-format FORMAT  text (default): the last words; with --verbose standard error tells each call. json: one
                          object, with --verbose all messages. stream-json: a message a line, as it happens.
  --include-partial-messages, --include-hook-events, --replay-user-messages, --verbose
  --input-format stream-json   A message of the user a line, any number of them, and control messages among them.

Sessions:
  -c, --continue          Goes on with the latest session of this directory.
  -r, --resume ID         Goes on with that one (sluice sessions lists them).
  --fork-session          Goes on with a copy. --session-id UUID names a new session. --no-session-persistence: none.

Exit status: 0 when the work is done, 1 when it failed or a limit was reached, 2 for wrong usage, 128 + signal when a
signal ended it. Ctrl-C stops what runs and tells the result; a second one ends at once.
`;
