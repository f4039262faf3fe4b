import { describe, expect, it } from 'vitest';
import {
  createCommandTag,
  createSessionTag,
  TAG_VARIABLE,
  tagEnvironment,
} from '../../src/identity/process-tag.ts';

describe('tags', () => {
  it('are no part of one another', () => {
    const session = createSessionTag();
    expect(createCommandTag(session, 12)).not.toContain(createCommandTag(session, 1));
    expect(createCommandTag(session, 12)).toContain(session);
    expect(createSessionTag()).not.toBe(session);
  });

  it('keep those of the sessions around them', () => {
    const outer = tagEnvironment({ HOME: '/h' }, 'outer.1;');
    expect(outer).toEqual({ HOME: '/h', [TAG_VARIABLE]: 'outer.1;' });
    expect(tagEnvironment(outer, 'inner.1;')).toEqual({ HOME: '/h', [TAG_VARIABLE]: 'outer.1;inner.1;' });
  });
});
