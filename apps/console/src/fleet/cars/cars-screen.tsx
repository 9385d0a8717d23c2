import { type Car, exportCars, listCars } from '@dispecerat/contract/fleet/cars'
import { Suspense } from 'react'
import type { CarParams } from '../../routes/params/fleet-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { carMessages as messages } from '../../shared/drivers/car-messages.ts'
import { DocumentTag } from '../../shared/drivers/document-tag.tsx'
import { useFleetInvalidation } from '../../shared/drivers/use-fleet-invalidation.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { shownTime } from '../../text/format.ts'
import { importMessages } from '../../text/import-messages.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { CarFilters } from './car-filters.tsx'

const CarsBulk = later(() => import('./cars-bulk.tsx').then((m) => m.CarsBulk))

const KEY = 'cars'
const COLUMNS: readonly Column<Car>[] = [
  { key: 'indicativ', label: messages.columns.indicativ, render: (car) => car.indicativ, sortable: true },
  { key: 'number', label: messages.columns.number, render: (car) => car.number, sortable: true },
  {
    key: 'make',
    label: messages.columns.make,
    render: (car) => [car.make, car.model].filter(Boolean).join(' '),
    sortable: true,
  },
  { key: 'color', label: messages.columns.color, render: (car) => car.color },
  { key: 'year', label: messages.columns.year, render: (car) => car.year, sortable: true, isNumber: true },
  { key: 'seats', label: messages.columns.seats, render: (car) => car.seats, isNumber: true, hiddenByDefault: true },
  {
    key: 'category',
    label: messages.columns.category,
    render: (car) => messages.categories[car.category],
    sortable: true,
  },
  {
    key: 'papers',
    label: messages.columns.papers,
    render: (car) => <DocumentTag state={car.papers} />,
    sortable: true,
  },
  { key: 'drivers', label: messages.columns.drivers, render: (car) => car.drivers.map(({ name }) => name).join(', ') },
  {
    key: 'is_active',
    label: messages.columns.is_active,
    render: (car) => (car.is_active ? messages.active : <span className="dim">{messages.inactive}</span>),
  },
  { key: 'company', label: messages.columns.company, render: (car) => car.company_name, hiddenByDefault: true },
  {
    key: 'created_at',
    label: messages.columns.created_at,
    render: (car) => <time>{shownTime(car.created_at)}</time>,
    sortable: true,
    hiddenByDefault: true,
  },
]

/** /cars: the cars of the visible companies. */
export function CarsScreen() {
  const search = useTableParams<CarParams>('/app/cars')
  const filter = filterOf(search.find)
  const rows = useTableRows(listCars, { query: filter }, search, { byBody: true })
  useFleetInvalidation(
    listCars,
    'cars_changed',
    (id) => rows.rows?.some((car) => car.drivers.some((one) => one.id === id)) ?? false,
  )
  return (
    <TablePage<Car>
      title={messages.title}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/car/${id}`}
      rowName={({ indicativ, number }) => `${indicativ} · ${number}`}
      bulk={(chosen) => (
        <Suspense fallback={null}>
          <CarsBulk {...chosen} />
        </Suspense>
      )}
      filters={<CarFilters find={search.find} onSet={search.set} />}
      actions={
        <>
          <ExportButtons path={exportCars.path} method="POST" query={filter} fileName="masini" />
          <LinkButton size="compact-sm" variant="default" to="/imports" search={{ kind: 'cars' }}>
            {importMessages.open}
          </LinkButton>
          <LinkButton size="compact-sm" to="/car/$id" params={{ id: 'new' }}>
            {tableMessages.add}
          </LinkButton>
        </>
      }
    />
  )
}

function filterOf({ search, category, papers: documents, active, alone, company, sort }: CarParams) {
  return {
    ...(search ? { search } : {}),
    ...(category ? { category } : {}),
    ...(documents ? { papers: documents } : {}),
    ...(active === undefined ? {} : { is_active: active === 1 ? ('1' as const) : ('0' as const) }),
    ...(alone ? { without_driver: '1' as const } : {}),
    ...(company ? { company_id: company } : {}),
    ...(sort ? { sort: sort as 'indicativ' } : {}),
  }
}
