import { readXml } from './read-xml.ts'
import { dateOfSerial, dateStyles } from './sheet-styles.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, type TableLine } from './table-line.ts'
import { TableRefused } from './table-refused.ts'
import { type Package, unpack } from './unpack.ts'

interface SheetLimits {
  /** The heading row counts. */
  maxRows: number
  /** Number of the sheet from 1; the first sheet by default. */
  sheet?: number
}

/** Reads one sheet of a workbook as text; a formula gives its last computed value. Throws TableRefused. */
export async function readSheet(file: Buffer, { maxRows, sheet = 1 }: SheetLimits): Promise<TableLine[]> {
  const parts = await unpack(file)
  const name = await nameOfSheet(parts, sheet)
  const reader = new SheetReader(await dateStyles(parts), await sharedTexts(parts), maxRows)
  await readXml(parts.read(name), reader, () => reader.isDone)
  return reader.lines
}

async function nameOfSheet(parts: Package, number: number): Promise<string> {
  const ids: string[] = []
  await readXml(parts.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'sheet' && id) ids.push(id)
    },
  })
  const targets = new Map<string, string>()
  await readXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target)
    },
  })
  const target = targets.get(ids[number - 1] ?? '')
  if (!target) throw new TableRefused('Fișierul XLSX nu are nicio foaie')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

async function sharedTexts(parts: Package): Promise<string[]> {
  const texts: string[] = []
  if (!parts.has('xl/sharedStrings.xml')) return texts
  let text: string | null = null
  let isInText = false
  await readXml(parts.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = ''
      // Only the text inside 't' elements is content; whitespace between elements is not.
      isInText = name === 't'
    },
    text: (more) => {
      if (isInText && text !== null && text.length < MAX_CELL_CHARACTERS) text += more
    },
    close: (name) => {
      if (name === 't') isInText = false
      if (name === 'si') texts.push(text ?? '')
    },
  })
  return texts
}

/** Collects rows from the events of the XML parser. */
class SheetReader {
  readonly lines: TableLine[] = []
  isDone = false
  readonly #dates: ReadonlySet<number>
  readonly #texts: readonly string[]
  readonly #maxRows: number
  #row = 0
  #cells: string[] = []
  #column = 0
  #kind = 'n'
  #style = 0
  #value = ''
  #isInValue = false

  constructor(dates: ReadonlySet<number>, texts: readonly string[], maxRows: number) {
    this.#dates = dates
    this.#texts = texts
    this.#maxRows = maxRows
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#row = attributes.r ? Number(attributes.r) : this.#row + 1
      this.#cells = []
      this.#column = 0
    } else if (name === 'c') {
      this.#column = attributes.r ? columnOf(attributes.r) : this.#column + 1
      this.#kind = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = ''
    }
    this.#isInValue = name === 'v' || name === 't'
  }

  text(text: string): void {
    if (this.#isInValue && this.#value.length < MAX_CELL_CHARACTERS) this.#value += text
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isInValue = false
    if (name === 'c') this.#closeCell()
    if (name === 'row') this.#closeRow()
    if (name === 'sheetData') this.isDone = true
  }

  #closeCell(): void {
    if (this.#value === '') return
    if (this.#column > MAX_COLUMNS) throw new TableRefused(`Fișierul are mai mult de ${MAX_COLUMNS} de coloane`)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column - 1] = this.#shown().slice(0, MAX_CELL_CHARACTERS).trim()
  }

  #closeRow(): void {
    if (this.#cells.every((cell) => cell === '')) return
    if (this.lines.length === this.#maxRows) {
      throw new TableRefused(`Fișierul are mai mult de ${this.#maxRows - 1} de rânduri`)
    }
    this.lines.push({ row: this.#row, cells: this.#cells })
  }

  #shown(): string {
    switch (this.#kind) {
      case 's':
        return this.#texts[Number(this.#value)] ?? ''
      case 'b':
        return this.#value === '1' ? 'da' : 'nu'
      case 'n':
        return this.#dates.has(this.#style) ? dateOfSerial(Number(this.#value)) : String(Number(this.#value))
      case 'e':
        return ''
      default:
        return this.#value
    }
  }
}

/** 'BC12' → 55. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column
}
