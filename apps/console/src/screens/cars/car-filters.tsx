import { Checkbox } from '@mantine/core'
import { ActiveFilter } from '../../parts/active-filter.tsx'
import { CompanyFilter } from '../../parts/company-filter.tsx'
import type { TableFind } from '../../parts/data-table/use-table-search.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import type { CarSearch } from '../../parts/fleet-search.ts'
import { carWords } from '../../text/car-words.ts'

const words = carWords.filters

/** Category, papers, state, company, cars nobody drives. */
export function CarFilters({ find, onSet }: { find: CarSearch; onSet: TableFind<CarSearch>['set'] }) {
  return (
    <>
      <FilterSelect
        label={words.category}
        words={carWords.categories}
        value={find.category}
        onChange={(category) => onSet({ category })}
      />
      <FilterSelect
        label={words.papers}
        words={carWords.papers}
        value={find.papers}
        onChange={(papers) => onSet({ papers })}
      />
      <ActiveFilter
        label={words.state}
        words={{ active: carWords.active, inactive: carWords.inactive }}
        value={find.active}
        onChange={(active) => onSet({ active })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      <Checkbox
        size="xs"
        label={words.alone}
        checked={find.alone === 1}
        onChange={(event) => onSet({ alone: event.currentTarget.checked ? 1 : undefined })}
      />
    </>
  )
}
