import { SaxesParser } from 'saxes'
import { TableRefused } from './table-refused.ts'

export interface XmlListener {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

const NO_TABLE = 'Fișierul nu este un XLSX valid'

/** Parses a part of a workbook while it is unpacked; names are passed without their namespace prefix. `stop` ends the parsing early. */
export async function readXml(parts: AsyncIterable<string>, listener: XmlListener, stop?: () => boolean) {
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new TableRefused(NO_TABLE)
  })
  parser.on('error', () => {
    throw new TableRefused(NO_TABLE)
  })
  parser.on('opentag', ({ name, attributes }) => listener.open?.(bare(name), attributes as Record<string, string>))
  parser.on('text', (text) => listener.text?.(text))
  parser.on('cdata', (text) => listener.text?.(text))
  parser.on('closetag', ({ name }) => listener.close?.(bare(name)))
  try {
    for await (const part of parts) {
      parser.write(part)
      if (stop?.()) return
    }
    parser.close()
  } catch (error) {
    throw error instanceof TableRefused ? error : new TableRefused(NO_TABLE)
  }
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
