import os from 'node:os'
import { asMarkdown, type Bench } from './measure.ts'

/** One module `<name>.bench.ts` each, exporting `bench`; run one with `npm run bench -- <name>`. */
const NAMES = [
  'offer-latency',
  'create-order',
  'answer-call',
  'ring-to-toast',
  'position-ingest',
  'nearest-driver',
  'reconnect-storm',
  'event-log',
  'ledger-writes',
  'decide-round',
  'due-rounds',
  'double-accepts',
  'point-in-zone',
  'zones-editor',
  'road-routes',
  'console-load',
  'map-first-load',
  'busy-desk',
  'long-shift',
  'moving-cars',
  'replay',
  'order-search',
  'reports',
  'office-lists',
  'export-rows',
  'address-quality',
  'address-suggest',
  'map-import',
  'telephone-soak',
]

const wanted = process.argv.slice(2)
console.log(`# Benchmarks\n\n${os.cpus().length} cores, Node ${process.version}, ${os.type()} ${os.release()}\n`)
let failed = 0
for (const name of NAMES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { bench } = (await import(`./${name}.bench.ts`)) as { bench: Bench }
  try {
    console.log(asMarkdown(await bench.run()))
  } catch (error) {
    failed += 1
    console.log(`### ${name}\n\nfailed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.exit(failed > 0 ? 1 : 0)
