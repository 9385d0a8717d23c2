import type { PeopleType } from '@dispecerat/domain/role-grants'
import { NativeSelect } from '@mantine/core'
import { CompanyFilter } from '../../parts/company-filter.tsx'
import type { PeopleSearch } from '../../parts/people-search.ts'
import { peopleWords } from '../../text/people-words.ts'

const words = peopleWords.filters

interface Props {
  type: PeopleType
  find: PeopleSearch
  onSet: (change: { [K in keyof PeopleSearch]?: PeopleSearch[K] | undefined }) => void
}

/** State, company where there are several, and drivers' papers. */
export function PeopleFilters({ type, find, onSet }: Props) {
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={words.state}
        value={find.state ?? ''}
        data={[
          { value: '', label: words.anyState },
          ...(['active', 'deactivated', 'banned'] as const).map((value) => ({
            value,
            label: peopleWords.states[value],
          })),
        ]}
        onChange={(event) => onSet({ state: (event.currentTarget.value || undefined) as PeopleSearch['state'] })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      {type === 'driver' ? (
        <NativeSelect
          size="xs"
          aria-label={words.papers}
          value={find.papers ?? ''}
          data={[
            { value: '', label: words.anyPapers },
            { value: 'expired', label: words.papersExpired },
            { value: 'ending', label: words.papersEnding },
          ]}
          onChange={(event) => onSet({ papers: (event.currentTarget.value || undefined) as PeopleSearch['papers'] })}
        />
      ) : null}
    </>
  )
}
