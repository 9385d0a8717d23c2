import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import type { PeopleParams } from '../../routes/params/people-params.ts'
import { CompanyFilter } from '../../shared/filters/company-filter.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { peopleMessages } from './people-messages.ts'

const messages = peopleMessages.filters
const { active, deactivated, banned } = peopleMessages.states
const STATES = { active, deactivated, banned }
const DOCUMENT_STATES = { expired: messages.documentsExpired, ending: messages.documentsEnding }

interface Props {
  type: PeopleType
  find: PeopleParams
  onSet: (change: { [K in keyof PeopleParams]?: PeopleParams[K] | undefined }) => void
}

/** Filters by state, company where there are several, and drivers' documents. */
export function PeopleFilters({ type, find, onSet }: Props) {
  return (
    <>
      <FilterSelect
        label={messages.state}
        messages={STATES}
        value={find.state}
        onChange={(state) => onSet({ state })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      {type === 'driver' ? (
        <FilterSelect
          label={messages.papers}
          messages={DOCUMENT_STATES}
          value={find.papers}
          onChange={(documents) => onSet({ papers: documents })}
        />
      ) : null}
    </>
  )
}
