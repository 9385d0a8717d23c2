import os from 'node:os'
import path from 'node:path'
import { asMarkdown, type Bench } from './measure.ts'

/** One module `<folder>/<name>.bench.ts` each, exporting `bench`; run one with `npm run bench -- <name>`. */
const BENCHES = [
  'dispatch/offer-latency',
  'orders/create-order',
  'telephony/answer-call',
  'telephony/ring-to-toast',
  'fleet/position-ingest',
  'fleet/nearest-driver',
  'platform/reconnect-storm',
  'platform/event-log',
  'billing/ledger-writes',
  'dispatch/decide-round',
  'dispatch/due-rounds',
  'dispatch/double-accepts',
  'geography/point-in-zone',
  'console/zones-editor',
  'geography/road-routes',
  'console/console-load',
  'console/map-first-load',
  'console/busy-workspace',
  'console/long-shift',
  'console/moving-cars',
  'dispatch/replay',
  'dispatch/served-orders',
  'dispatch/replay-truth',
  'orders/order-search',
  'office/reports',
  'office/office-lists',
  'platform/export-rows',
  'geography/address-quality',
  'geography/address-suggest',
  'geography/map-import',
  'telephony/telephone-soak',
]

const wanted = process.argv.slice(2)
console.log(`# Benchmarks\n\n${os.cpus().length} cores, Node ${process.version}, ${os.type()} ${os.release()}\n`)
let failed = 0
for (const file of BENCHES) {
  const name = path.posix.basename(file)
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { bench } = (await import(`./${file}.bench.ts`)) as { bench: Bench }
  try {
    console.log(asMarkdown(await bench.run()))
  } catch (error) {
    failed += 1
    console.log(`### ${name}\n\nfailed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.exit(failed > 0 ? 1 : 0)
