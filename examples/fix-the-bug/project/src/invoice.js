import { formatCents, toCents } from './money.js';
import { parseCsv } from './parse-csv.js';

/** The lines and the total of an invoice, in cents, from a CSV with item, quantity and price. */
export function makeInvoice(csv) {
  const lines = parseCsv(csv).map(({ item, quantity, price }) => ({
    item,
    quantity: Number(quantity),
    cents: Number(quantity) * toCents(price),
  }));
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.cents, 0) };
}

/** The invoice as a person reads it. */
export function renderInvoice({ lines, totalCents }) {
  const rows = lines.map(
    ({ item, quantity, cents }) => `${String(quantity).padStart(4)} × ${item.padEnd(20)}${formatCents(cents).padStart(9)}`,
  );
  return [...rows, `       ${'Total'.padEnd(20)}${formatCents(totalCents).padStart(9)}`].join('\n');
}
