import { type CONTENT_SORTS, type ContentRow, listContent } from '@dispecerat/contract/site/content'
import type { ContentParams } from '../../routes/params/content-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { shownTime } from '../../text/format.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { contentMessages as messages } from './content-messages.ts'
import './content.css'

const KEY = 'content'

const COLUMNS: readonly Column<ContentRow>[] = [
  { key: 'title', label: messages.columns.title, sortable: true, render: ({ title }) => title },
  { key: 'url', label: messages.columns.url, render: ({ url }) => <code>{url}</code> },
  { key: 'type', label: messages.columns.type, render: ({ type }) => messages.types[type] },
  {
    key: 'parent',
    label: messages.columns.parent,
    render: ({ parent_title }) => parent_title ?? '',
    hiddenByDefault: true,
  },
  {
    key: 'menu_order',
    label: messages.columns.menu_order,
    sortable: true,
    isNumber: true,
    render: ({ menu_order }) => menu_order,
  },
  {
    key: 'is_published',
    label: messages.columns.is_published,
    render: ({ is_published, is_handbook }) => (
      <>
        <span aria-hidden>{is_published ? '● ' : '○ '}</span>
        {is_published ? messages.published : messages.draft}
        {is_handbook ? ` · ${messages.house}` : ''}
      </>
    ),
  },
  {
    key: 'updated_at',
    label: messages.columns.updated_at,
    sortable: true,
    render: ({ updated_at }) => shownTime(updated_at),
  },
  { key: 'updated_by', label: messages.columns.updated_by, render: ({ updated_by }) => messages.by(updated_by) },
]

/** /content: every page, published or not. */
export function ContentScreen() {
  const search = useTableParams<ContentParams>('/app/content')
  const filter = filterOf(search.find)
  const rows = useTableRows(listContent, { query: filter }, search)
  return (
    <TablePage<ContentRow>
      title={messages.title}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/content/${id}`}
      filters={
        <FilterSelect
          label={messages.type}
          messages={messages.types}
          value={search.find.type}
          onChange={(type) => search.set({ type })}
        />
      }
      actions={
        <LinkButton size="compact-sm" to="/content/$id" params={{ id: 'new' }}>
          {tableMessages.add}
        </LinkButton>
      }
    />
  )
}

function filterOf({ search, type, sort }: ContentParams) {
  return {
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(sort ? { sort: sort as (typeof CONTENT_SORTS)[number] } : {}),
  }
}
