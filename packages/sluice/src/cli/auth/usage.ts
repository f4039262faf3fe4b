export const SYNOPSIS = `Usage: sluice auth status [--json] [--model MODEL] [--base-url URL] [--settings FILE|JSON] [--cwd DIR]`;

export const HELP = `sluice auth status: check which model and key a session would use.

${SYNOPSIS}

Checks the options, the environment and the settings, as a session would. It sends no request, so it can't tell
whether the service accepts the key. The key itself is never printed.

Options:
  --json             Print one JSON object: loggedIn, authMethod (api_key, auth_token, custom_headers, none),
                     apiProvider (firstParty for Anthropic, else the name of the service), apiKeySource, model and
                     address; with "loggedIn": false also message, which says what is missing.
  --model MODEL      As sluice -p accepts it.
  --base-url URL     As sluice -p accepts it.
  --settings FILE    More settings: a file, or JSON.
  --cwd DIR          Directory in which a session would start. Default: the current directory.
  --help             Show this help.

Exit code: 0 if the model can be used; 1 if something is missing; 2 for invalid usage.
`;
