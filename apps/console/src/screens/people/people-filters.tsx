import type { PeopleType } from '@dispecerat/domain/role-grants'
import { CompanyFilter } from '../../parts/company-filter.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import type { PeopleSearch } from '../../parts/people-search.ts'
import { peopleWords } from '../../text/people-words.ts'

const words = peopleWords.filters
const { active, deactivated, banned } = peopleWords.states
const STATES = { active, deactivated, banned }
const PAPERS = { expired: words.papersExpired, ending: words.papersEnding }

interface Props {
  type: PeopleType
  find: PeopleSearch
  onSet: (change: { [K in keyof PeopleSearch]?: PeopleSearch[K] | undefined }) => void
}

/** State, company where there are several, and drivers' papers. */
export function PeopleFilters({ type, find, onSet }: Props) {
  return (
    <>
      <FilterSelect label={words.state} words={STATES} value={find.state} onChange={(state) => onSet({ state })} />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      {type === 'driver' ? (
        <FilterSelect
          label={words.papers}
          words={PAPERS}
          value={find.papers}
          onChange={(papers) => onSet({ papers })}
        />
      ) : null}
    </>
  )
}
