import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentText, systemPrompt, type AgentOptions } from '@sluice/agent';
import type { OpenAgentOptions } from '../agent-options.ts';
import type { Instructions } from './find-instructions.ts';

type SystemPromptOptions = Pick<
  OpenAgentOptions,
  | 'systemPrompt'
  | 'sharedSystemPrompt'
  | 'hasEnvironmentApart'
  | 'addsEnvironment'
  | 'appendSystemPrompt'
  | 'isHeadless'
>;

export type SystemTexts = Pick<AgentOptions, 'system' | 'sharedSystemTexts'> & {
  /** Goes into the first message instead. */
  readonly environment?: string | undefined;
};

/** The system prompt of one agent. */
export function systemTexts(
  cwd: string,
  {
    systemPrompt: own,
    sharedSystemPrompt: shared,
    hasEnvironmentApart = false,
    addsEnvironment,
    appendSystemPrompt: appended,
    isHeadless = true,
  }: SystemPromptOptions,
  { files }: Instructions,
): SystemTexts {
  const place = {
    cwd,
    platform: `${process.platform} (${process.arch})`,
    date: new Date().toISOString().slice(0, 10),
    isRepository: isInRepository(cwd),
  };
  const omitsEnvironment = own === undefined && hasEnvironmentApart;
  return {
    system: systemPrompt({
      ...place,
      isHeadless,
      instructions: files,
      shared,
      own,
      addsEnvironment,
      omitsEnvironment,
      appended,
    }),
    sharedSystemTexts: shared !== undefined || omitsEnvironment ? 1 : 0,
    environment: omitsEnvironment ? environmentText(place) : undefined,
  };
}

function isInRepository(cwd: string): boolean {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}
