import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemPrompt } from '@sluice/agent';
import type { OpenAgentOptions } from './agent-options.ts';
import type { Instructions } from './instructions.ts';

type SystemPromptOptions = Pick<
  OpenAgentOptions,
  'systemPrompt' | 'addsEnvironment' | 'appendSystemPrompt' | 'isHeadless'
>;

/** The system prompt of one agent. */
export function systemTexts(
  cwd: string,
  {
    systemPrompt: own,
    addsEnvironment,
    appendSystemPrompt: appended,
    isHeadless = true,
  }: SystemPromptOptions,
  { files }: Instructions,
): readonly string[] {
  return systemPrompt({
    cwd,
    platform: `${process.platform} (${process.arch})`,
    date: new Date().toISOString().slice(0, 10),
    isRepository: isInRepository(cwd),
    isHeadless,
    instructions: files,
    own,
    addsEnvironment,
    appended,
  });
}

function isInRepository(cwd: string): boolean {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}
