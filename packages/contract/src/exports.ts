import { z } from 'zod'

/** Of `…/export`: beside the list's own filters. */
export const exportQuery = { format: z.enum(['csv', 'xlsx']).default('csv') }

/** A table as a file. */
export const TableFile = z.any().meta({ description: 'text/csv (UTF-8, semicolons) or a spreadsheet (xlsx)' })
