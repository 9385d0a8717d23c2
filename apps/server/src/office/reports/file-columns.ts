import type { Report } from '@dispecerat/contract/office/reports'
import type { TableColumn } from '../../platform/exports/exports.public.ts'

/** The columns of a report for a file; units that a cell does not show are in the heading. */
export function fileColumns({ columns }: Pick<Report, 'columns'>): TableColumn[] {
  return columns.map(({ key, label, kind }) => ({
    key,
    label: kind === 'seconds' ? `${label} (s)` : label,
    kind: kind === 'text' ? 'text' : kind === 'ron' ? 'ron' : 'number',
  }))
}
