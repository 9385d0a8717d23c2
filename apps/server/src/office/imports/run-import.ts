import {
  type ImportError,
  type ImportKind,
  type ImportReport,
  MAX_IMPORT_ROWS,
} from '@dispecerat/contract/office/imports'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { firstRun, write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireQuota } from '../../platform/limits/limits.public.ts'
import { advanceImport, type ImportHooks } from './advance-import.ts'
import { IMPORT_PLANS } from './import-columns.ts'
import { insertImport, runningImport } from './imports.store.ts'
import { KINDS } from './kinds.ts'
import { type Headings, matchColumns } from './match-columns.ts'
import { errorAt, type ImportRow, type RowsRead, readRows } from './read-rows.ts'
import { readTable } from './read-table.ts'
import type { TableLine } from './table-line.ts'
import { TableRefused } from './table-refused.ts'

export interface ImportInput {
  kind: ImportKind
  /** Base64. */
  file: string
  companyId: CompanyId | undefined
  dryRun: boolean
  skipExisting: boolean
  /** Base address of links in mails. */
  consoleUrl: string
  /** Receives the number of rows that have an account of another company, before the report is built; throws when there are too many. */
  countConflicts: (conflicts: number) => void
}

const MAX_ERRORS = 500
const MAX_PREVIEWED = 20

interface ReadFile extends RowsRead, Headings {
  lines: TableLine[]
}

/**
 * A dry run reports what would be added and every error. A real run adds all rows or none, and mails each new driver with an e-mail a link
 * to choose a password. FieldErrors on `file` for a file that is no table, and on `rows.12.Telefon` for invalid rows. Throws
 * `import.running` while another import of the company runs, and `import.stopped`.
 */
export async function runImport(
  server: Server,
  actor: Actor,
  input: ImportInput,
  hooks: ImportHooks = {},
): Promise<ImportReport> {
  const companyId = await chosenCompany(server.db, actor.scope, input.companyId)
  const first = input.dryRun ? null : await firstRun<ImportReport>(server.db, actor)
  if (first) return first.result
  const file = await readFile(input)
  if (input.dryRun) return (await check(server.db, { companyId, file, input })).report
  const importId =
    (await ownRunning(server.db, actor, companyId)) ?? (await begin(server, actor, { companyId, file, input }))
  return advanceImport(server, importId, hooks)
}

/**
 * The import that this same request started, when it is still running: a repeated request continues it. Throws `import.running` for any
 * other.
 */
async function ownRunning(db: Db, { userId, once }: Actor, companyId: CompanyId): Promise<number | null> {
  const running = await runningImport(db, companyId)
  if (!running) return null
  const { actor } = running.request
  const isSame = once !== null && actor.once?.key === once.key && actor.once.fingerprint === once.fingerprint
  if (!isSame || actor.userId !== userId) throw new DomainError('import.running')
  return running.id
}

async function begin(
  server: Server,
  actor: Actor,
  { companyId, file, input }: { companyId: CompanyId; file: ReadFile; input: ImportInput },
): Promise<number> {
  const { report, rows } = await check(server.db, { companyId, file, input })
  if (report.errors_count > 0) throw new FieldErrors(asFields(report.errors))
  const { kind, skipExisting, consoleUrl } = input
  const request = { actor: actor, skipExisting, consoleUrl }
  const started = { companyId, kind, rows, request, report: { ...report, preview: [] } }
  return write(server, { ...actor, once: null }, async (tx) => {
    const now = server.clock.now()
    await requireQuota(tx, { companyId, kind: 'imports', amount: 1 }, now)
    const id = await insertImport(tx, started, now)
    if (id === null) throw new DomainError('import.running')
    return id
  })
}

async function readFile({ kind, file }: ImportInput): Promise<ReadFile> {
  try {
    const [heading, ...lines] = await readTable(Buffer.from(file, 'base64'), MAX_IMPORT_ROWS[kind])
    const plan = IMPORT_PLANS[kind]
    const headings = matchColumns(plan, heading?.cells ?? [])
    if (lines.length === 0) throw new TableRefused('Fișierul are doar numele coloanelor')
    return { lines, ...headings, ...readRows(plan, headings.columns, lines) }
  } catch (error) {
    throw error instanceof TableRefused ? new FieldErrors({ file: [error.message] }) : error
  }
}

async function check(
  db: Db,
  { companyId, file, input }: { companyId: CompanyId; file: ReadFile; input: ImportInput },
): Promise<{ report: ImportReport; rows: ImportRow[] }> {
  const { columns, unknown, lines } = file
  const judged = [...file.rows, ...file.partial]
  const { there, faults, conflicts } = await KINDS[input.kind].judge(db, companyId, judged)
  input.countConflicts(conflicts)
  const cells = new Map(lines.map((line) => [line.row, line.cells]))
  const found = (input.skipExisting ? faults : [...faults, ...there]).map(({ row, field, message }) =>
    errorAt(columns, row, cells.get(row) ?? [], field, message),
  )
  const errors = [...file.errors, ...found].sort((a, b) => a.row - b.row)
  const skipped = new Set(input.skipExisting ? there.map(({ row }) => row) : [])
  const wrong = new Set(errors.map(({ row }) => row))
  const rows = file.rows.filter(({ row }) => !skipped.has(row) && !wrong.has(row))
  return {
    rows,
    report: {
      rows: lines.length,
      to_add: rows.length,
      skipped: skipped.size,
      errors_count: errors.length,
      errors: errors.slice(0, MAX_ERRORS),
      columns: columns.map(({ heading }) => heading),
      unknown_columns: unknown,
      preview: lines
        .slice(0, MAX_PREVIEWED)
        .map(({ row, cells: texts }) => ({ row, cells: columns.map(({ index }) => texts[index] ?? '') })),
      done: false,
    },
  }
}

function asFields(errors: readonly ImportError[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { row, column, message } of errors) {
    const field = `rows.${row}.${column ?? ''}`
    fields[field] = [...(fields[field] ?? []), message]
  }
  return fields
}
