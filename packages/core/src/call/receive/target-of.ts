import type { Validation } from '../../input/validate.ts';
import type { NestedCall } from '../../tool/context.ts';
import type { AnyTool } from '../../tool/tool.ts';

type FoundTarget =
  | { readonly ok: true; readonly target: NestedCall }
  | { readonly ok: false; readonly validation: Exclude<Validation, { ok: true }> };

/** The target of a bridge tool's call. Undefined if its tool has none. */
export async function targetOf(
  tool: AnyTool,
  validate: () => Validation | Promise<Validation>,
): Promise<FoundTarget | undefined> {
  const validation = await validate();
  if (!validation.ok) return { ok: false, validation };
  const target = tool.target?.(validation.input);
  return target === undefined ? undefined : { ok: true, target };
}
