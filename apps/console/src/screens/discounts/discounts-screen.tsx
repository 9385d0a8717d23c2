import { type Discount, listDiscounts } from '@dispecerat/contract/discounts'
import { DISCOUNT_TRIGGERS, type DiscountTrigger } from '@dispecerat/domain/discount'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import type { DiscountSearch } from '../../parts/discount-search.ts'
import { discountWords as words } from '../../text/discount-words.ts'
import { financeTitles } from '../../text/finance-titles.ts'
import { money } from '../../text/format.ts'
import { tableWords } from '../../text/table-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import './discounts.css'

const KEY = 'discounts'
const COLUMNS: readonly Column<Discount>[] = [
  { key: 'name', label: words.columns.name, render: ({ name }) => name, sortable: true },
  {
    key: 'value',
    label: words.columns.value,
    render: (discount) => <span className="digits">{worth(discount)}</span>,
    sortable: true,
  },
  { key: 'trigger', label: words.columns.trigger, render: given, sortable: true },
  { key: 'valid_to', label: words.columns.validity, render: validity, sortable: true },
  {
    key: 'uses_count',
    label: words.columns.uses_count,
    render: ({ uses_count, max_uses }) => <span className="digits">{words.uses(uses_count, max_uses)}</span>,
    sortable: true,
  },
  {
    key: 'compensated',
    label: words.columns.compensated,
    render: ({ compensated_percent }) => <span className="digits">{compensated_percent} %</span>,
  },
  {
    key: 'is_active',
    label: words.columns.is_active,
    render: ({ is_active }) => (
      <span className={is_active ? 'discount-on' : 'discount-off'}>{is_active ? words.active : words.stopped}</span>
    ),
    sortable: true,
  },
  { key: 'company', label: words.columns.company, render: ({ company_name }) => company_name, hiddenByDefault: true },
]

/** /discounts: what makes an order cheaper. */
export function DiscountsScreen() {
  const mayEdit = useUser().permissions.includes('discounts.edit')
  const { find, page, perPage, set, table } = useTableSearch<DiscountSearch>('/app/discounts')
  const filter = filterOf(find)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listDiscounts, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{financeTitles.discounts}</h1>
      <TableTools
        label={financeTitles.discounts}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={<Filters find={find} onSet={set} />}
        columns={COLUMNS}
        columnsKey={KEY}
        actions={
          mayEdit ? (
            <LinkButton size="compact-sm" to="/discount/$id" params={{ id: 'new' }}>
              {tableWords.add}
            </LinkButton>
          ) : null
        }
      />
      <DataTable<Discount>
        {...table}
        label={financeTitles.discounts}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        rowHref={({ id }) => `/discount/${id}`}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}

function worth({ type, value }: Discount): string {
  return type === 'percent' ? `${value.toLocaleString('ro-RO')} %` : money(value)
}

function given({ trigger, code, nth, protocol_user }: Discount): string {
  if (code !== null) return words.code(code)
  if (nth !== null) return words.nth(nth)
  return [words.triggers[trigger], protocol_user?.name].filter(Boolean).join(' · ')
}

function validity({ valid_from, valid_to }: Discount): string {
  const wall = (day: string) => day.split('-').reverse().join('.')
  const ends = [valid_from && words.from(wall(valid_from)), valid_to && words.until(wall(valid_to))]
  return ends.filter(Boolean).join(' ') || words.always
}

interface FilterProps {
  find: DiscountSearch
  onSet: (change: { [K in keyof DiscountSearch]?: DiscountSearch[K] | undefined }) => void
}

function Filters({ find, onSet }: FilterProps) {
  const { filters } = words
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={filters.trigger}
        value={find.trigger ?? ''}
        data={[
          { value: '', label: `${filters.trigger}: ${filters.any}` },
          ...DISCOUNT_TRIGGERS.map((value) => ({ value, label: words.triggers[value] })),
        ]}
        onChange={(event) =>
          onSet({ trigger: (event.currentTarget.value || undefined) as DiscountTrigger | undefined })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={filters.active}
        value={find.active === undefined ? '' : String(find.active)}
        data={[
          { value: '', label: `${filters.active}: ${filters.any}` },
          { value: '1', label: words.active },
          { value: '0', label: words.stopped },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onSet({ active: value === '' ? undefined : value === '1' ? 1 : 0 })
        }}
      />
    </>
  )
}

function filterOf({ search, trigger, active, sort }: DiscountSearch) {
  return {
    ...(search ? { search } : {}),
    ...(trigger ? { trigger } : {}),
    ...(active === undefined ? {} : { active: active === 1 ? ('1' as const) : ('0' as const) }),
    ...(sort ? { sort: sort as 'name' } : {}),
  }
}
