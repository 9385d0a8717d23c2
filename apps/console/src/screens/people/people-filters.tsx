import type { PeopleType } from '@dispecerat/domain/role-grants'
import { NativeSelect } from '@mantine/core'
import type { PeopleSearch } from '../../parts/people-search.ts'
import { useMyCompanies } from '../../parts/use-my-companies.ts'
import { peopleWords } from '../../text/people-words.ts'

const words = peopleWords.filters

interface Props {
  type: PeopleType
  find: PeopleSearch
  onSet: (change: { [K in keyof PeopleSearch]?: PeopleSearch[K] | undefined }) => void
}

/** State, company where there are several, and drivers' papers. */
export function PeopleFilters({ type, find, onSet }: Props) {
  const companies = useMyCompanies()
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
      {companies.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={words.company}
          value={String(find.company ?? '')}
          data={[
            { value: '', label: words.anyCompany },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onSet({ company: Number(event.currentTarget.value) || undefined })}
        />
      ) : null}
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
