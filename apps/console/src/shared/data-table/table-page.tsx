import { type ReactNode, useState } from 'react'
import type { TableParams } from '../../routes/params/table-params.ts'
import { type Column, DataTable } from './data-table.tsx'
import { TableTools } from './table-tools.tsx'
import type { TableFind } from './use-table-params.ts'
import type { TableRows } from './use-table-rows.ts'

interface Props<Row extends { id: number }> {
  title: string
  columns: readonly Column<Row>[]
  columnsKey: string
  search: Pick<TableFind<TableParams>, 'find' | 'set' | 'table'>
  /** The searched fields: 'Nume, telefon, e-mail'. */
  searched: string
  rows: TableRows<Row>
  /** Link of a row: '/car/7'. */
  rowHref?: (row: Row) => string
  /** Under the title. */
  lead?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  /** Name of a row in the selection. */
  rowName?: (row: Row) => string
  /** Makes rows selectable: renders the actions on the selected ones. */
  bulk?: (chosen: Chosen) => ReactNode
}

export interface Chosen {
  ids: readonly number[]
  nameOf: (id: number) => string
  onClear: () => void
}

/** A page with one table: title, tools, rows. */
export function TablePage<Row extends { id: number }>(props: Props<Row>) {
  const { title, columns, columnsKey, search, searched, rows, rowHref, lead, filters, actions, rowName, bulk } = props
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const nameOf = (id: number) => {
    const row = rows.rows?.find((one) => one.id === id)
    return row && rowName ? rowName(row) : `#${id}`
  }
  return (
    <main id="content" className="page table-page">
      <h1>{title}</h1>
      {lead}
      <TableTools
        label={title}
        search={search.find.search}
        onSearch={(typed) => search.set({ search: typed })}
        searched={searched}
        filters={filters}
        columns={columns}
        columnsKey={columnsKey}
        actions={actions}
      />
      {bulk && chosen.size > 0 ? bulk({ ids: [...chosen], nameOf, onClear: () => setChosen(new Set()) }) : null}
      <DataTable<Row>
        {...search.table}
        {...rows}
        label={title}
        columns={columns}
        columnsKey={columnsKey}
        {...(rowHref ? { rowHref } : {})}
        {...(rowName ? { rowName } : {})}
        {...(bulk ? { selection: chosen, onSelect: setChosen } : {})}
      />
    </main>
  )
}
