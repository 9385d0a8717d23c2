import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { create } from 'xmlbuilder2'
import { CSV_MARK, csvLine } from '../../platform/http/csv.ts'
import type { RegisterRow } from './register.views.ts'

interface Register {
  company: { name: string; cif: string | null }
  /** 'YYYY-MM-DD'. */
  day: string
  rows: readonly RegisterRow[]
}

const STATES: Record<RegisterRow['state'], string> = {
  finished: 'finalizată',
  canceled: 'anulată',
  created: 'în lucru',
  assigned: 'în lucru',
  pending: 'în lucru',
}

const COLUMNS: readonly { element: string; label: string; of: (row: RegisterRow) => string | number | null }[] = [
  { element: 'Numar', label: 'Nr', of: ({ no }) => String(no) },
  { element: 'Primita', label: 'Primită', of: ({ takenAt }) => wall(takenAt) },
  { element: 'Dorita', label: 'Dorită la', of: ({ wantedAt }) => wall(wantedAt) },
  { element: 'Preluare', label: 'Preluare', of: ({ pickup }) => pickup },
  { element: 'Destinatie', label: 'Destinație', of: ({ destination }) => destination },
  { element: 'Indicativ', label: 'Indicativ', of: ({ indicativ }) => indicativ },
  { element: 'NumarInmatriculare', label: 'Nr. înmatriculare', of: ({ plate }) => plate },
  { element: 'Licenta', label: 'Licență taxi', of: ({ licence }) => licence },
  { element: 'Alocata', label: 'Alocată', of: ({ assignedAt }) => wall(assignedAt) },
  { element: 'Inceputa', label: 'Începută', of: ({ startedAt }) => wall(startedAt) },
  { element: 'Incheiata', label: 'Încheiată', of: ({ finishedAt }) => wall(finishedAt) },
  { element: 'Stare', label: 'Stare', of: ({ state }) => STATES[state] },
  { element: 'CostRON', label: 'Cost (RON)', of: ({ costBani }) => (costBani === null ? null : costBani / 100) },
]

/** The register of a day as CSV for a Romanian spreadsheet. */
export function registerCsv({ rows }: Register): string {
  const lines = rows.map((row) => csvLine(COLUMNS.map(({ of }) => of(row))))
  return CSV_MARK + csvLine(COLUMNS.map(({ label }) => label)) + lines.join('')
}

/** The register as XML. The state has published no schema for it, so the elements follow the columns. */
export function registerXml({ company, day, rows }: Register): string {
  const root = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }).ele('RegistruDispecerat')
  root.att('versiune', '1').att('zi', day).att('comenzi', String(rows.length))
  const dispatch = root.ele('Dispecerat')
  dispatch.ele('Denumire').txt(company.name)
  if (company.cif !== null) dispatch.ele('CIF').txt(company.cif)
  for (const row of rows) {
    const order = root.ele('Comanda')
    for (const { element, of } of COLUMNS) {
      const cell = of(row)
      if (cell !== null) order.ele(element).txt(typeof cell === 'number' ? cell.toFixed(2) : cell)
    }
  }
  return root.end({ prettyPrint: true })
}

function wall(instant: Date): string
function wall(instant: Date | null): string | null
function wall(instant: Date | null): string | null {
  if (instant === null) return null
  const { date, time } = wallTime(instant)
  return `${date} ${time}`
}
