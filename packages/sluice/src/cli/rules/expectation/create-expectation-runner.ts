import { unknownTool } from '../../unknown-tool.ts';
import { resolve } from 'node:path';
import {
  createInputValidator,
  type AnyTool,
  type JsonObject,
  type PermissionContext,
  type PermissionMode,
} from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { readCallInput } from '../../call-input.ts';
import { explainCall } from '../../explain/explain-call.ts';
import { invalidInputText } from '../../explain/invalid-input-text.ts';
import type { Explanation } from '../../explain/explanation.ts';
import type { Explainer } from '../../explain/open-explainer.ts';
import { realDirectory } from '@sluice/base';
import type { Expectation } from './expectation.ts';
import { unmetText } from './unmet-text.ts';

/** Decides one expected call; returns how the result differs, or undefined if it is as expected. */
export type ExpectationRunner = (expectation: Expectation) => Promise<string | undefined>;

/** @param cwd where the session starts */
export function createExpectationRunner(explainer: Explainer, cwd: string): ExpectationRunner {
  const { policy, state, pool } = explainer;
  const validator = createInputValidator(createAjvValidator());
  const settled = state.current();

  async function inputOf(tool: AnyTool, given: string | JsonObject): Promise<ValidInput> {
    const read =
      typeof given === 'string' ? readCallInput(tool, given) : { kind: 'json' as const, json: given };
    if (read.kind === 'wrong') return { ok: false, message: read.message };
    if (read.kind === 'field') return { ok: true, input: read.json, json: read.json };
    const valid = await validator.validate(tool.inputSchema, read.json);
    if (valid.ok) return { ok: true, input: valid.input, json: read.json };
    return { ok: false, message: invalidInputText(tool.name, valid) };
  }

  return async (expectation) => {
    const tool = explainer.find(expectation.tool);
    if (tool === undefined) {
      return unknownTool(expectation.tool, pool);
    }
    const where = expectation.cwd === undefined ? cwd : realDirectory(resolve(cwd, expectation.cwd));
    if (where === undefined) return `"cwd" ${JSON.stringify(expectation.cwd)} is not a directory`;
    const valid = await inputOf(tool, expectation.input);
    if (!valid.ok) return valid.message;
    const snapshot = expectation.mode === undefined ? settled : inMode(settled, expectation.mode);
    const explanation: Explanation = explainCall(
      { tool, input: valid.input, json: valid.json, cwd: where },
      policy,
      snapshot,
    );
    return unmetText(expectation, explanation, snapshot.rules);
  };
}

type ValidInput =
  | { readonly ok: true; readonly input: unknown; readonly json: JsonObject }
  | { readonly ok: false; readonly message: string };

/** Keeps the rule list unchanged, since it is prepared only once. */
function inMode(context: PermissionContext, mode: PermissionMode): PermissionContext {
  const isBypassAvailable = context.isBypassAvailable || mode === 'bypassPermissions';
  return Object.freeze({ ...context, mode, modeBeforePlan: undefined, isBypassAvailable });
}
