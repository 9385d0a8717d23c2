import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Done, Id, one, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'imports'
const may = 'imports.run' as const

export const IMPORT_KINDS = ['drivers', 'cars', 'clients'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/**
 * Maximum rows per import: its last transaction writes all rows of the company and must stay short; a driver needs rows in seven tables.
 */
export const MAX_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = { drivers: 2000, cars: 2000, clients: 10_000 }
const MAX_IMPORT_TEXT = Math.ceil(MAX_IMPORT_BYTES / 3) * 4
const TOO_LARGE = 'Fișierul poate avea cel mult 5 MiB'

const OfKind = z.object({ kind: z.enum(IMPORT_KINDS) })

export const ImportError = z.object({
  /** Row number in the file, the heading being 1. */
  row: z.number().int(),
  /** Column name in the file; null for the whole row. */
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
})
export type ImportError = z.infer<typeof ImportError>

export const ImportReport = z.object({
  rows: z.number().int(),
  /** Rows to be added, or added. */
  to_add: z.number().int(),
  /** Rows left out because they exist already. */
  skipped: z.number().int(),
  errors_count: z.number().int(),
  /** The first 500 errors. */
  errors: z.array(ImportError),
  columns: z.array(z.string()),
  unknown_columns: z.array(z.string()),
  /** The first 20 rows as they were read. */
  preview: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  /** False after a dry run. */
  done: z.boolean(),
})
export type ImportReport = z.infer<typeof ImportReport>

export const runImport = endpoint({
  method: 'POST',
  path: '/api/imports/:kind',
  does: 'Adds the rows of a CSV or XLSX file in portions, visible all at once or not at all; a dry run tells every error by row and column instead.',
  area,
  may,
  params: OfKind,
  body: z.object({
    /** Base64. */
    file: z
      .string('Alegeți un fișier')
      .max(MAX_IMPORT_TEXT, TOO_LARGE)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Fișierul nu este în base64'),
    file_name: textUpTo(200).optional(),
    company_id: CompanyIdIn.optional(),
    dry_run: z.boolean().default(true),
    /** Skip existing rows instead of refusing the file. */
    skip_existing: z.boolean().default(false),
  }),
  bodyBytes: MAX_IMPORT_TEXT + 64 * 1024,
  cost: 'file',
  reply: one(ImportReport),
  errors: ['company.unknown', 'import.running', 'import.stopped'],
})

export const IMPORT_STATES = ['running', 'stopping', 'done', 'stopped', 'refused'] as const

export const Import = z.object({
  id: Id,
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  rows: z.number().int(),
  /** Rows prepared so far; none is visible before `state` is `done`. */
  prepared: z.number().int(),
  started_at: WireTime,
  started_by: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  does: 'The newest imports of a company, and how far the running one is.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: one(z.array(Import)),
  errors: ['company.unknown'],
})

export const stopImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/stop',
  does: 'Stops a running import; nothing of it stays.',
  area,
  may,
  params: ById,
  reply: one(Done),
  errors: ['import.unknown', 'import.ended'],
})

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/imports/:kind/template',
  does: 'An empty table with the columns an import reads, and one row as an example.',
  area,
  may,
  params: OfKind,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  reply: TableFile,
})
