import { readXml } from './read-xml.ts'
import type { Package } from './unpack.ts'

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Indexes of the cell styles that show a number as a date or a time. */
export async function dateStyles(file: Package): Promise<ReadonlySet<number>> {
  const dates = new Set<number>()
  if (!file.has('xl/styles.xml')) return dates
  const custom = new Map<number, string>()
  const formats: number[] = []
  let isInCells = false
  await readXml(file.read('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  formats.forEach((format, style) => {
    if (BUILT_IN_DATES.has(format) || showsDate(custom.get(format) ?? '')) dates.add(style)
  })
  return dates
}

/** True when the format code has letters of days or hours outside of quotes and brackets. */
function showsDate(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, ''))
}

const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

/** Converts a spreadsheet's serial day to 'YYYY-MM-DD', with the time if there is one; a number outside the calendar stays a number. */
export function dateOfSerial(serial: number): string {
  const ms = Math.round((serial - EPOCH_DAYS) * 86_400) * 1000
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return String(serial)
  const text = new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  return ms % DAY_MS === 0 ? text.slice(0, 10) : text
}
