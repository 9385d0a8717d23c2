import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { TableRefused } from './table-refused.ts'

/** A workbook of ten thousand rows unpacks to a few MiB; a larger one is a zip bomb. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_PARTS = 300

/** The parts of a workbook by name; each is unpacked when it is read, within a byte budget for the whole file. */
export interface Package {
  has(name: string): boolean
  /** The part's text in chunks. */
  read(name: string): AsyncIterable<string>
}

export async function unpack(file: Buffer): Promise<Package> {
  const parts = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(file, { lazyEntries: true })
    if (zip.entryCount > MAX_PARTS) throw new TableRefused('Fișierul XLSX are prea multe părți')
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new TableRefused('Fișierul XLSX este protejat cu parolă')
      parts.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof TableRefused ? error : new TableRefused('Fișierul nu este un XLSX valid')
  }
  const budget = { left: MAX_UNPACKED_BYTES }
  return {
    has: (name) => parts.has(name),
    read: (name) => readPart(zip, parts.get(name), budget),
  }
}

/** Counts the unpacked bytes, because the size that the zip header declares can be false. */
async function* readPart(zip: ZipFile, entry: Entry | undefined, budget: { left: number }): AsyncGenerator<string> {
  if (!entry) throw new TableRefused('Fișierul nu este un XLSX valid')
  const stream = await zip.openReadStreamPromise(entry)
  const decoder = new TextDecoder()
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    budget.left -= bytes.length
    if (budget.left < 0) throw new TableRefused('Fișierul XLSX se despachetează la mai mult decât se acceptă (64 MiB)')
    yield decoder.decode(bytes, { stream: true })
  }
}
