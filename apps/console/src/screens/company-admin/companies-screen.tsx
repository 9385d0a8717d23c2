import { type Company, listCompanies } from '@dispecerat/contract/companies'
import { COMPANY_STATUSES, type CompanyStatus } from '@dispecerat/domain/company'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { CompaniesSearch } from '../../parts/company-search.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { companyAdminWords as words } from '../../text/company-admin-words.ts'
import { shownDay, shownTime } from '../../text/format.ts'
import { CompanyStatusTag } from './company-status-tag.tsx'

const KEY = 'companies'
const { columns: labels } = words
const COLUMNS: readonly Column<Company>[] = [
  { key: 'name', label: labels.name, render: ({ name }) => name, sortable: true },
  { key: 'cui', label: labels.cui, render: ({ cui }) => cui },
  { key: 'package', label: labels.package, render: (row) => words.packages[row.package_id] },
  { key: 'status', label: labels.status, render: (row) => <CompanyStatusTag status={row.status} />, sortable: true },
  { key: 'trial_until', label: labels.trial_until, render: (row) => shownDay(row.trial_until), sortable: true },
  {
    key: 'drivers_count',
    label: labels.drivers_count,
    render: (row) => row.drivers_count,
    sortable: true,
    isNumber: true,
  },
  { key: 'operators', label: labels.operators, render: (row) => row.operators_count, isNumber: true },
  { key: 'phone', label: labels.phone, render: ({ phone }) => phone },
  { key: 'address', label: labels.address, render: ({ address }) => address, hiddenByDefault: true },
  {
    key: 'created_at',
    label: labels.created_at,
    render: (row) => <time>{shownTime(row.created_at)}</time>,
    sortable: true,
  },
]

/** /companies: every company of the platform, for its administrators. */
export function CompaniesScreen() {
  const { find, page, perPage, set, table } = useTableSearch<CompaniesSearch>('/app/companies')
  const filter = filterOf(find)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listCompanies, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{words.listTitle}</h1>
      <TableTools
        label={words.listTitle}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={<Filters find={find} onSet={set} />}
        columns={COLUMNS}
        columnsKey={KEY}
      />
      <DataTable<Company>
        {...table}
        label={words.listTitle}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        rowHref={({ id }) => `/settings/company?company=${id}`}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}

function Filters({
  find,
  onSet,
}: {
  find: CompaniesSearch
  onSet: (change: { [K in keyof CompaniesSearch]?: CompaniesSearch[K] | undefined }) => void
}) {
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={words.filters.status}
        value={find.status ?? ''}
        data={[
          { value: '', label: `${words.filters.status}: ${words.filters.any}` },
          ...COMPANY_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChange={(event) => onSet({ status: (event.currentTarget.value || undefined) as CompanyStatus | undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label={words.filters.package}
        value={String(find.package ?? '')}
        data={[
          { value: '', label: `${words.filters.package}: ${words.filters.any}` },
          ...[1, 2, 3].map((id) => ({ value: String(id), label: words.packages[id] ?? '' })),
        ]}
        onChange={(event) => onSet({ package: (Number(event.currentTarget.value) || undefined) as 1 | undefined })}
      />
    </>
  )
}

function filterOf({ search, status, package: packageId, sort }: CompaniesSearch) {
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(packageId ? { package_id: String(packageId) as '1' } : {}),
    ...(sort ? { sort: sort as 'name' } : {}),
  }
}
