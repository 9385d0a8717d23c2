import os from 'node:os'
import { asMarkdown, type Bench } from './measure.ts'

/** One module each, exporting `bench`; run one with `npm run bench -- <name>`. */
const MODULES = [
  './offer-latency.bench.ts',
  './create-order.bench.ts',
  './position-ingest.bench.ts',
  './nearest-driver.bench.ts',
  './event-log.bench.ts',
  './console-load.bench.ts',
]

const wanted = process.argv.slice(2)
console.log(`# Benchmarks\n\n${os.cpus().length} cores, Node ${process.version}, ${os.type()} ${os.release()}\n`)
let failed = 0
for (const file of MODULES) {
  const { bench } = (await import(file)) as { bench: Bench }
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue
  try {
    console.log(asMarkdown(await bench.run()))
  } catch (error) {
    failed += 1
    console.log(`### ${bench.name}\n\nfailed: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.exit(failed > 0 ? 1 : 0)
