/** What `npm test` takes of something large, and what `npm run test:all` takes. */
export function quickOr<Value>(quick: Value, whole: Value): Value {
  return process.env['SLUICE_TESTS'] === 'quick' ? quick : whole;
}
