import { SaxesParser } from 'saxes'
import { fromBufferPromise } from 'yauzl'

export interface AnafAnswer {
  /** Attributes of the root element. */
  attributes: Readonly<Record<string, string>>
  /** The text of every errorMessage, in order. */
  errors: string[]
}

const MAX_MESSAGE = 2000
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024
const MAX_FILES = 20

/** Reads `<header …><Errors errorMessage="…"/></header>`. Throws on invalid XML. */
export function readAnafAnswer(xml: string): AnafAnswer {
  const parser = new SaxesParser()
  const errors: string[] = []
  let root: Record<string, string> | null = null
  parser.on('doctype', () => {
    throw new Error('an answer with a DOCTYPE')
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ attributes }) => {
    const rootAttributes = attributes as Record<string, string>
    root ??= rootAttributes
    if (rootAttributes.errorMessage !== undefined) errors.push(rootAttributes.errorMessage)
  })
  parser.write(xml).close()
  if (root === null) throw new Error('an answer without an element')
  return { attributes: root, errors }
}

export function messageOf(errors: readonly string[]): string {
  return errors.join('\n').slice(0, MAX_MESSAGE)
}

/** Errors in the archive of a rejected document: it contains an XML beside that of the signature. */
export async function errorsInArchive(archive: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  if (zip.entryCount > MAX_FILES) throw new Error('too many files in the archive')
  let left = MAX_UNPACKED_BYTES
  const errors: string[] = []
  for await (const entry of zip.eachEntry()) {
    if (!/\.xml$/i.test(entry.fileName) || /semnatura/i.test(entry.fileName)) continue
    const chunks: Buffer[] = []
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0) throw new Error('the archive unpacks to too much')
      chunks.push(chunk)
    }
    errors.push(...readAnafAnswer(Buffer.concat(chunks).toString('utf8')).errors)
  }
  return errors
}
