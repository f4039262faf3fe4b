import { readFileSync } from 'node:fs';
import { makeInvoice, renderInvoice } from './invoice.js';

console.log(renderInvoice(makeInvoice(readFileSync(process.argv[2], 'utf8'))));
