import { searchUsers, type UserRow } from '@dispecerat/contract/users'
import type { Role } from '@dispecerat/domain/permissions'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { findWords } from '../text/find-words.ts'

/** USR-07: nobody is asked for every letter. */
const TYPING_MS = 500

interface Props {
  label: string
  roles: readonly Role[]
  value: number | null
  onChange: (id: number | null) => void
  /** Shown while nobody is chosen. */
  nobody?: string
}

function nameOf(user: UserRow): string {
  return [user.indicativ ?? user.identifier, user.name].filter(Boolean).join(' · ') || `#${user.id}`
}

/** Somebody of my companies, found by name, number or code; a search that fails offers nobody (ERR-42). */
export function UserSelect({ label, roles, value, onChange, nobody = findWords.anybody }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.includes(' · ') ? '' : typed.trim(), TYPING_MS)
  const found = useQuery({
    queryKey: ['users', roles, search],
    queryFn: ({ signal }) =>
      call(searchUsers, { body: { roles: [...roles], per_page: 20, ...(search ? { search } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const chosen = useQuery({
    queryKey: ['users', 'named', value],
    queryFn: ({ signal }) => call(searchUsers, { body: { ids: value === null ? [] : [value] } }, { signal }),
    enabled: value !== null,
    staleTime: 60_000,
  })
  const users = new Map([...(chosen.data?.data ?? []), ...(found.data?.data ?? [])].map((user) => [user.id, user]))
  if (value !== null && !users.has(value)) {
    users.set(value, { id: value, identifier: null, name: null, phone: null, email: null, roles: [], indicativ: null })
  }
  return (
    <Select
      label={label}
      placeholder={nobody}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={findWords.nobodyFound}
      data={[...users.values()].map((user) => ({ value: String(user.id), label: nameOf(user) }))}
      value={value === null ? null : String(value)}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      filter={({ options }) => options}
      clearButtonProps={{ 'aria-label': `${findWords.clear}: ${label}` }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}
