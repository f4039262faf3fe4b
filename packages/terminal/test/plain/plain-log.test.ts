import { expect, it } from 'vitest';
import { PlainLog } from '../../src/plain/plain-log.ts';

function open(isAscii = false): { log: PlainLog; written: () => string } {
  let written = '';
  const log = new PlainLog({ behind: 0, write: (text) => void (written += text) }, isAscii);
  return { log, written: () => written };
}

it('a line beside the open one does not cut it, and any other ends it', () => {
  const { log, written } = open();
  log.text('a long para');
  log.aside('still working');
  log.text('graph');
  log.line('a row');
  expect(written()).toBe('still working\na long paragraph\na row\n');
});

it('its own marks are ASCII where nothing else can be shown, and text stays as it is', () => {
  const { log, written } = open(true);
  log.line('✓ done → ü');
  expect(written()).toBe('+ done -> ü\n');
});
