import { type Car, exportCars, listCars } from '@dispecerat/contract/cars'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { CarSearch } from '../../parts/fleet-search.ts'
import { PaperTag } from '../../parts/paper-tag.tsx'
import { carWords as words } from '../../text/car-words.ts'
import { shownTime } from '../../text/format.ts'
import { importWords } from '../../text/import-words.ts'
import { tableWords } from '../../text/table-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { CarFilters } from './car-filters.tsx'

const KEY = 'cars'
const COLUMNS: readonly Column<Car>[] = [
  { key: 'indicativ', label: words.columns.indicativ, render: (car) => car.indicativ, sortable: true },
  { key: 'number', label: words.columns.number, render: (car) => car.number, sortable: true },
  {
    key: 'make',
    label: words.columns.make,
    render: (car) => [car.make, car.model].filter(Boolean).join(' '),
    sortable: true,
  },
  { key: 'color', label: words.columns.color, render: (car) => car.color },
  { key: 'year', label: words.columns.year, render: (car) => car.year, sortable: true, isNumber: true },
  { key: 'seats', label: words.columns.seats, render: (car) => car.seats, isNumber: true, hiddenByDefault: true },
  { key: 'category', label: words.columns.category, render: (car) => words.categories[car.category], sortable: true },
  { key: 'papers', label: words.columns.papers, render: (car) => <PaperTag state={car.papers} />, sortable: true },
  { key: 'drivers', label: words.columns.drivers, render: (car) => car.drivers.map(({ name }) => name).join(', ') },
  {
    key: 'is_active',
    label: words.columns.is_active,
    render: (car) => (car.is_active ? words.active : <span className="dim">{words.inactive}</span>),
  },
  { key: 'company', label: words.columns.company, render: (car) => car.company_name, hiddenByDefault: true },
  {
    key: 'created_at',
    label: words.columns.created_at,
    render: (car) => <time>{shownTime(car.created_at)}</time>,
    sortable: true,
    hiddenByDefault: true,
  },
]

/** /cars: every car of my companies. */
export function CarsScreen() {
  const { find, page, perPage, set, table } = useTableSearch<CarSearch>('/app/cars')
  const filter = filterOf(find)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listCars, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <TableTools
        label={words.title}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={<CarFilters find={find} onSet={set} />}
        columns={COLUMNS}
        columnsKey={KEY}
        actions={
          <>
            <ExportButtons path={exportCars.path} method="POST" query={filter} fileName="masini" />
            <LinkButton size="compact-sm" variant="default" to="/imports" search={{ kind: 'cars' }}>
              {importWords.open}
            </LinkButton>
            <LinkButton size="compact-sm" to="/car/$id" params={{ id: 'new' }}>
              {tableWords.add}
            </LinkButton>
          </>
        }
      />
      <DataTable<Car>
        {...table}
        label={words.title}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        rowHref={({ id }) => `/car/${id}`}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}

function filterOf({ search, category, papers, active, alone, sort }: CarSearch) {
  return {
    ...(search ? { search } : {}),
    ...(category ? { category } : {}),
    ...(papers ? { papers } : {}),
    ...(active === undefined ? {} : { is_active: active === 1 ? ('1' as const) : ('0' as const) }),
    ...(alone ? { without_driver: '1' as const } : {}),
    ...(sort ? { sort: sort as 'indicativ' } : {}),
  }
}
