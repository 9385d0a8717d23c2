import { Checkbox } from '@mantine/core'
import type { CarParams } from '../../routes/params/fleet-params.ts'
import type { TableFind } from '../../shared/data-table/use-table-params.ts'
import { carMessages } from '../../shared/drivers/car-messages.ts'
import { ActiveFilter } from '../../shared/filters/active-filter.tsx'
import { CompanyFilter } from '../../shared/filters/company-filter.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'

const messages = carMessages.filters

/** Filters by category, documents, state, company, and cars without a driver. */
export function CarFilters({ find, onSet }: { find: CarParams; onSet: TableFind<CarParams>['set'] }) {
  return (
    <>
      <FilterSelect
        label={messages.category}
        messages={carMessages.categories}
        value={find.category}
        onChange={(category) => onSet({ category })}
      />
      <FilterSelect
        label={messages.papers}
        messages={carMessages.papers}
        value={find.papers}
        onChange={(documents) => onSet({ papers: documents })}
      />
      <ActiveFilter
        label={messages.state}
        messages={{ active: carMessages.active, inactive: carMessages.inactive }}
        value={find.active}
        onChange={(active) => onSet({ active })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      <Checkbox
        size="xs"
        label={messages.alone}
        checked={find.alone === 1}
        onChange={(event) => onSet({ alone: event.currentTarget.checked ? 1 : undefined })}
      />
    </>
  )
}
