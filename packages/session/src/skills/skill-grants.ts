import type { PermissionRule, PermissionState } from '@sluice/core';

/** Rules granted by skills. They end with the user's next message, and are never saved. */
export class SkillGrants {
  readonly #state: PermissionState;

  constructor(state: PermissionState) {
    this.#state = state;
  }

  add(allow: readonly string[], deny: readonly string[]): void {
    const { rules, root, isManagedOnly } = this.#state.current();
    const rule = (behavior: 'allow' | 'deny', text: string): PermissionRule => ({
      ...{ behavior, text, source: 'skill', root },
    });
    const added = [
      ...(isManagedOnly ? [] : allow.map((text) => rule('allow', text))),
      ...deny.map((text) => rule('deny', text)),
    ];
    if (added.length > 0) this.#state.update({ rules: [...rules, ...added] });
  }

  clear(): void {
    const { rules } = this.#state.current();
    const kept = rules.filter(({ source }) => source !== 'skill');
    if (kept.length < rules.length) this.#state.update({ rules: kept });
  }
}
