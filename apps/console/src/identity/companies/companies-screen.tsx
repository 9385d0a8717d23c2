import { type Company, exportCompanies, listCompanies } from '@dispecerat/contract/identity/companies'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { CompaniesParams } from '../../routes/params/company-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { type TableFind, useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'
import { companyLimitsMessages as limitsMessages } from '../../text/company-limits-messages.ts'
import { shownDay, shownTime } from '../../text/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { CompanyStatusTag } from './company-status-tag.tsx'

const KEY = 'companies'
const { columns: labels } = messages
const PACKAGES = [1, 2, 3] as const
const COLUMNS: readonly Column<Company>[] = [
  { key: 'name', label: labels.name, render: ({ name }) => name, sortable: true },
  {
    key: 'cui',
    label: labels.cui,
    render: (row) => (row.cui && !row.cui_verified ? `${row.cui} · ${messages.cuiNotApproved}` : row.cui),
  },
  { key: 'package', label: labels.package, render: (row) => messages.packages[row.package_id] },
  { key: 'status', label: labels.status, render: (row) => <CompanyStatusTag status={row.status} />, sortable: true },
  { key: 'approval', label: limitsMessages.approval, render: (row) => limitsMessages.approvals[row.approval] },
  { key: 'trial_until', label: labels.trial_until, render: (row) => shownDay(row.trial_until), sortable: true },
  {
    key: 'drivers_count',
    label: labels.drivers_count,
    render: (row) => row.drivers_count,
    sortable: true,
    isNumber: true,
  },
  { key: 'operators', label: labels.operators, render: (row) => row.operators_count, isNumber: true },
  {
    key: 'phone',
    label: labels.phone,
    render: ({ phone }) => (phone ? <span className="digits">{prettyPhone(phone)}</span> : null),
  },
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
  const search = useTableParams<CompaniesParams>('/app/companies')
  const filter = filterOf(search.find)
  const rows = useTableRows(listCompanies, { query: filter }, search, { byBody: true })
  return (
    <TablePage<Company>
      title={messages.listTitle}
      lead={<WaitingCompanies />}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/settings/company?company=${id}`}
      filters={<Filters find={search.find} onSet={search.set} />}
      actions={<ExportButtons path={exportCompanies.path} method="POST" query={filter} fileName="companii" />}
    />
  )
}

/** Registered companies that wait for approval, whatever the filters of the table. */
function WaitingCompanies() {
  const { data } = useEndpointQuery(listCompanies, { query: { approval: 'waiting', sort: 'created_at' } })
  if (!data?.data.length) return null
  return (
    <section aria-label={limitsMessages.approvals.waiting}>
      <p>
        {limitsMessages.waitingCount(data.meta.total)}{' '}
        {data.data.map(({ id, name }) => (
          <LinkButton key={id} size="compact-sm" variant="default" to="/settings/company" search={{ company: id }}>
            {name}
          </LinkButton>
        ))}
      </p>
    </section>
  )
}

function Filters({ find, onSet }: { find: CompaniesParams; onSet: TableFind<CompaniesParams>['set'] }) {
  const { filters } = messages
  return (
    <>
      <FilterSelect
        label={filters.status}
        messages={messages.statuses}
        value={find.status}
        onChange={(status) => onSet({ status })}
      />
      <FilterSelect
        label={filters.package}
        messages={messages.packages}
        value={find.package && String(find.package)}
        onChange={(id) => onSet({ package: PACKAGES.find((one) => String(one) === id) })}
      />
    </>
  )
}

function filterOf({ search, status, package: packageId, sort }: CompaniesParams) {
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(packageId ? { package_id: String(packageId) as '1' } : {}),
    ...(sort ? { sort: sort as 'name' } : {}),
  }
}
