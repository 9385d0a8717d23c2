import { Checkbox } from '@mantine/core'
import { ActiveFilter } from '../../parts/active-filter.tsx'
import { CompanyFilter } from '../../parts/company-filter.tsx'
import type { TableFind } from '../../parts/data-table/use-table-params.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import type { CarParams } from '../../parts/fleet-params.ts'
import { carMessages } from '../../text/car-messages.ts'

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
