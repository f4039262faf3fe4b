/** For a user who has switched the PowerShell tool on: why there is none. One line, or nothing. */
export function noPowerShell(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_USE_POWERSHELL_TOOL']?.trim() ?? '')
    ? [
        'CLAUDE_CODE_USE_POWERSHELL_TOOL has no effect: Sluice has no PowerShell tool, because it can only analyze bash commands. A command such as pwsh -File script.ps1 runs in Bash, and asks for approval.',
      ]
    : [];
}
