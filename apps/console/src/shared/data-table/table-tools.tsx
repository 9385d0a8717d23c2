import { Button, Checkbox, CloseButton, Popover, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconColumns, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { useShownColumns } from './column-choice.ts'
import type { Column } from './data-table.tsx'

/** Debounce: one search per pause in typing, not per key. */
const TYPING_MS = 500

interface Props<Row> {
  /** The table's name. */
  label: string
  search: string | undefined
  onSearch: (search: string | undefined) => void
  /** The searched fields: 'Nume, telefon, e-mail'. */
  searched?: string
  filters?: ReactNode
  /** Exports, "+ Adaugă". */
  actions?: ReactNode
  columns: readonly Column<Row>[]
  columnsKey: string
}

/** The bar above a table: search, filters, choice of columns, actions. */
export function TableTools<Row>(props: Props<Row>) {
  const { label, search, onSearch, searched, filters, actions, columns, columnsKey } = props
  return (
    <search className="table-tools" aria-label={label}>
      <SearchField search={search} onSearch={onSearch} searched={searched} />
      {filters}
      <span className="table-tools-space" />
      <ColumnChoice label={label} columns={columns} columnsKey={columnsKey} />
      {actions}
    </search>
  )
}

function SearchField({
  search = '',
  onSearch,
  searched,
}: {
  search: string | undefined
  onSearch: (search: string | undefined) => void
  searched: string | undefined
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search)
  const shown = useRef(search)
  /** Searches whose navigation has not finished, oldest first. */
  const pending = useRef<string[]>([])
  const emitChange = useDebouncedCallback((terms: string) => {
    const trimmed = terms.trim()
    if (trimmed !== (pending.current.at(-1) ?? search)) pending.current.push(trimmed)
    onSearch(trimmed === '' ? undefined : trimmed)
  }, TYPING_MS)
  useKey('tableSearch', () => field.current?.focus())
  /* Back and forward change the field; the end of an own navigation, however late, does not overwrite typed text. */
  useEffect(() => {
    if (search === shown.current) return
    shown.current = search
    const own = pending.current.indexOf(search)
    pending.current = own < 0 ? [] : pending.current.slice(own + 1)
    if (own < 0) setTyped(search)
  }, [search])
  const type = (terms: string) => {
    setTyped(terms)
    emitChange(terms)
  }
  return (
    <TextInput
      ref={field}
      className="table-search"
      size="xs"
      aria-label={searched ? `${tableMessages.search}: ${searched}` : tableMessages.search}
      aria-keyshortcuts={ariaKeys('tableSearch')}
      placeholder={searched ?? tableMessages.search}
      value={typed}
      maxLength={80}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed === '' ? (
          <KeyHint of="tableSearch" />
        ) : (
          <CloseButton size="xs" aria-label={`${tableMessages.search}: șterge`} onClick={() => type('')} />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') emitChange.flush()
      }}
    />
  )
}

/** Menu of the shown columns. */
export function ColumnChoice<Row>({
  label,
  columns,
  columnsKey,
}: Pick<Props<Row>, 'label' | 'columns' | 'columnsKey'>) {
  const { isShown, show } = useShownColumns(columnsKey, columns)
  return (
    <Popover position="bottom-end" withinPortal trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconColumns size={14} aria-hidden />}>
          {tableMessages.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={tableMessages.columnsOf(label)}>
        <Stack gap={6}>
          {columns.slice(1).map((column) => (
            <Checkbox
              key={column.key}
              size="xs"
              label={column.label}
              checked={isShown(column)}
              onChange={(event) => show(column.key, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
