import { CAR_CATEGORIES, type CarCategory, PAPER_STATES, type PaperState } from '@dispecerat/domain/car'
import { Checkbox, NativeSelect } from '@mantine/core'
import type { CarSearch } from '../../parts/fleet-search.ts'
import { carWords } from '../../text/car-words.ts'

const words = carWords.filters

interface Props {
  find: CarSearch
  onSet: (change: { [K in keyof CarSearch]?: CarSearch[K] | undefined }) => void
}

/** Category, papers, state, cars nobody drives. */
export function CarFilters({ find, onSet }: Props) {
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={words.category}
        value={find.category ?? ''}
        data={[
          { value: '', label: `${words.category}: ${words.any}` },
          ...CAR_CATEGORIES.map((value) => ({ value, label: carWords.categories[value] })),
        ]}
        onChange={(event) => onSet({ category: (event.currentTarget.value || undefined) as CarCategory | undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label={words.papers}
        value={find.papers ?? ''}
        data={[
          { value: '', label: `${words.papers}: ${words.any}` },
          ...PAPER_STATES.map((value) => ({ value, label: carWords.papers[value] })),
        ]}
        onChange={(event) => onSet({ papers: (event.currentTarget.value || undefined) as PaperState | undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label={words.state}
        value={find.active === undefined ? '' : String(find.active)}
        data={[
          { value: '', label: `${words.state}: ${words.any}` },
          { value: '1', label: carWords.active },
          { value: '0', label: carWords.inactive },
        ]}
        onChange={({ currentTarget: { value } }) => onSet({ active: value === '' ? undefined : value === '1' ? 1 : 0 })}
      />
      <Checkbox
        size="xs"
        label={words.alone}
        checked={find.alone === 1}
        onChange={(event) => onSet({ alone: event.currentTarget.checked ? 1 : undefined })}
      />
    </>
  )
}
