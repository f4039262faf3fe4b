import type { CallActions, CommandAction, FileAction } from '@sluice/core';
import { hardenCommand } from './harden-command.ts';
import type { AnalysedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

/** What a command does, as permission rules see it. */
export function commandActions(analysis: CommandAnalysis): CallActions {
  const { opaque, source } = analysis;
  if (opaque !== undefined) {
    const isTooLong = opaque.reason === 'too-long';
    return { actions: [], opaque: { message: opaque.message, isTooLong, source } };
  }
  return { actions: analysis.commands.map(commandAction), ...runsAs(analysis) };
}

function runsAs({ source, isReadOnly, hardening }: CommandAnalysis): Pick<CallActions, 'runsAs'> {
  if (!isReadOnly || hardening === undefined) return {};
  return { runsAs: { text: hardenCommand(source, hardening), environment: hardening.environment } };
}

function commandAction(command: AnalysedCommand): CommandAction {
  const { source, texts, isReadOnly, why, isFileEdit, isNested, caution, cwd, usesNetwork, via } = command;
  return {
    type: 'command',
    source,
    exact: texts.exact,
    allow: texts.allow,
    deny: texts.deny,
    isReadOnly,
    why,
    isFileEdit,
    isNested,
    cwd,
    usesNetwork,
    via,
    files: command.files.map(fileAction),
    redirections: command.redirections.map(fileAction),
    ...(caution !== undefined && { caution }),
  };
}

function fileAction({ access, path, isTree, removal }: FileEffect): FileAction {
  return { type: 'file', access, path, isTree, ...(removal !== undefined && { removal }) };
}
