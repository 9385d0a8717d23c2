import { type CONTENT_SORTS, type ContentRow, listContent } from '@dispecerat/contract/content'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ContentSearch } from '../../parts/content-search.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { contentWords as words } from '../../text/content-words.ts'
import { shownTime } from '../../text/format.ts'
import { tableWords } from '../../text/table-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import './content.css'

const ROUTE = '/app/content'
const COLUMNS_KEY = 'content'

const COLUMNS: readonly Column<ContentRow>[] = [
  { key: 'title', label: words.columns.title, sortable: true, render: ({ title }) => title },
  { key: 'url', label: words.columns.url, render: ({ url }) => <code>{url}</code> },
  { key: 'type', label: words.columns.type, render: ({ type }) => words.types[type] },
  {
    key: 'parent',
    label: words.columns.parent,
    render: ({ parent_title }) => parent_title ?? '',
    hiddenByDefault: true,
  },
  {
    key: 'menu_order',
    label: words.columns.menu_order,
    sortable: true,
    isNumber: true,
    render: ({ menu_order }) => menu_order,
  },
  {
    key: 'is_published',
    label: words.columns.is_published,
    render: ({ is_published, is_handbook }) => (
      <>
        <span aria-hidden>{is_published ? '● ' : '○ '}</span>
        {is_published ? words.published : words.draft}
        {is_handbook ? ` · ${words.house}` : ''}
      </>
    ),
  },
  {
    key: 'updated_at',
    label: words.columns.updated_at,
    sortable: true,
    render: ({ updated_at }) => shownTime(updated_at),
  },
  { key: 'updated_by', label: words.columns.updated_by, render: ({ updated_by }) => words.by(updated_by) },
]

/** /content: every page, published or not. */
export function ContentScreen() {
  const { find, page, perPage, set, table } = useTableSearch<ContentSearch>(ROUTE)
  const { search, type, sort } = find
  const query = {
    page,
    per_page: perPage,
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(sort ? { sort: sort as (typeof CONTENT_SORTS)[number] } : {}),
  }
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['content', query],
    queryFn: ({ signal }) => call(listContent, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <TableTools
        label={words.title}
        search={search}
        onSearch={(typed) => set({ search: typed })}
        searched={words.searched}
        columns={COLUMNS}
        columnsKey={COLUMNS_KEY}
        filters={
          <NativeSelect
            size="xs"
            aria-label={words.type}
            value={type ?? ''}
            data={[
              { value: '', label: words.all },
              { value: 'page', label: words.types.page },
              { value: 'documentation', label: words.types.documentation },
            ]}
            onChange={({ currentTarget: { value } }) =>
              set({ type: value === 'page' || value === 'documentation' ? value : undefined })
            }
          />
        }
        actions={
          <LinkButton size="compact-sm" to="/content/$id" params={{ id: 'new' }}>
            {tableWords.add}
          </LinkButton>
        }
      />
      <DataTable<ContentRow>
        {...table}
        label={words.title}
        columns={COLUMNS}
        columnsKey={COLUMNS_KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        rowHref={({ id }) => `/content/${id}`}
        rowName={({ title }) => title}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}
