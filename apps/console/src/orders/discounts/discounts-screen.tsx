import { type Discount, exportDiscounts, listDiscounts } from '@dispecerat/contract/orders/discounts'
import { useUser } from '../../api/session.ts'
import type { DiscountParams } from '../../routes/params/discount-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { type TableFind, useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { ActiveFilter } from '../../shared/filters/active-filter.tsx'
import { CompanyFilter } from '../../shared/filters/company-filter.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { money } from '../../text/format.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { discountMessages as messages } from '../discount-messages.ts'
import { financeTitles } from '../finance-titles.ts'
import './discounts.css'

const KEY = 'discounts'
const COLUMNS: readonly Column<Discount>[] = [
  { key: 'name', label: messages.columns.name, render: ({ name }) => name, sortable: true },
  {
    key: 'value',
    label: messages.columns.value,
    render: worth,
    sortable: true,
    isNumber: true,
  },
  { key: 'trigger', label: messages.columns.trigger, render: triggerText, sortable: true },
  { key: 'valid_to', label: messages.columns.validity, render: validity, sortable: true },
  {
    key: 'uses_count',
    label: messages.columns.uses_count,
    render: ({ uses_count, max_uses }) => messages.uses(uses_count, max_uses),
    sortable: true,
    isNumber: true,
  },
  {
    key: 'compensated',
    label: messages.columns.compensated,
    render: ({ compensated_percent }) => `${compensated_percent} %`,
    isNumber: true,
  },
  {
    key: 'is_active',
    label: messages.columns.is_active,
    render: ({ is_active }) => (
      <span className={is_active ? 'discount-on' : 'discount-off'}>
        {is_active ? messages.active : messages.stopped}
      </span>
    ),
    sortable: true,
  },
  {
    key: 'company',
    label: messages.columns.company,
    render: ({ company_name }) => company_name,
    hiddenByDefault: true,
  },
]

/** /discounts: the company's discounts. */
export function DiscountsScreen() {
  const mayEdit = useUser().permissions.includes('discounts.edit')
  const search = useTableParams<DiscountParams>('/app/discounts')
  const filter = filterOf(search.find)
  const rows = useTableRows(listDiscounts, { query: filter }, search)
  return (
    <TablePage<Discount>
      title={financeTitles.discounts}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/discount/${id}`}
      filters={<Filters find={search.find} onSet={search.set} />}
      actions={
        <>
          <ExportButtons path={exportDiscounts.path} method="POST" query={filter} fileName="reduceri" />
          {mayEdit ? (
            <LinkButton size="compact-sm" to="/discount/$id" params={{ id: 'new' }}>
              {tableMessages.add}
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}

function worth({ type, value }: Discount): string {
  return type === 'percent' ? `${value.toLocaleString('ro-RO')} %` : money(value)
}

function triggerText({ trigger, code, nth, protocol_user }: Discount): string {
  if (code !== null) return messages.code(code)
  if (nth !== null) return messages.nth(nth)
  return [messages.triggers[trigger], protocol_user?.name].filter(Boolean).join(' · ')
}

function validity({ valid_from, valid_to }: Discount): string {
  const wall = (day: string) => day.split('-').reverse().join('.')
  const ends = [valid_from && messages.from(wall(valid_from)), valid_to && messages.until(wall(valid_to))]
  return ends.filter(Boolean).join(' ') || messages.always
}

function Filters({ find, onSet }: { find: DiscountParams; onSet: TableFind<DiscountParams>['set'] }) {
  const { filters } = messages
  return (
    <>
      <FilterSelect
        label={filters.trigger}
        messages={messages.triggers}
        value={find.trigger}
        onChange={(trigger) => onSet({ trigger })}
      />
      <ActiveFilter
        label={filters.active}
        messages={{ active: messages.active, inactive: messages.stopped }}
        value={find.active}
        onChange={(active) => onSet({ active })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
    </>
  )
}

function filterOf({ search, trigger, active, company, sort }: DiscountParams) {
  return {
    ...(search ? { search } : {}),
    ...(trigger ? { trigger } : {}),
    ...(active === undefined ? {} : { active: active === 1 ? ('1' as const) : ('0' as const) }),
    ...(company ? { company_id: company } : {}),
    ...(sort ? { sort: sort as 'name' } : {}),
  }
}
