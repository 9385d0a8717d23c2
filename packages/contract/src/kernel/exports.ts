import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Query of `…/export`, in addition to the list's own filters. */
export const exportQuery = { format: z.enum(['csv', 'xlsx']).default('csv') }

/** A table as a file. */
export const TableFile = z.any().meta({ description: 'text/csv (UTF-8, semicolons) or a spreadsheet (xlsx)' })

export const readExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id',
  does: 'An exported list again, for its maker, for 24 hours. The id is in the header `export-id` of the export.',
  area: 'exports',
  may: 'session.own',
  params: z.object({ id: z.uuid('Identificator invalid') }),
  reply: TableFile,
  errors: ['export.unknown'],
})
