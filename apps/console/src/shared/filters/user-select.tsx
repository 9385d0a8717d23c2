import { searchUsers, type UserRow } from '@dispecerat/contract/office/users'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { findMessages } from '../../text/find-messages.ts'

/** Debounce, so that not every letter sends a request. */
const TYPING_MS = 500

interface Props {
  label: string
  roles: readonly Role[]
  value: number | null
  onChange: (id: number | null) => void
  /** Shown while no user is chosen. */
  nobody?: string
  /** Limits the search to one company; without it all of the user's companies are searched. */
  companyId?: number | undefined
}

/** Clients with the same name are distinguished by their phone. */
function nameOf({ id, indicativ, identifier, name, phone, roles }: UserRow): string {
  const number = phone !== null && roles.includes('client') && indicativ === null ? prettyPhone(phone) : null
  return [indicativ ?? identifier, name, number].filter(Boolean).join(' · ') || `#${id}`
}

function bodyOf(roles: readonly Role[], search: string, companyId: number | undefined) {
  return {
    roles: [...roles],
    per_page: 20,
    ...(search ? { search } : {}),
    ...(companyId === undefined ? {} : { company_id: companyId }),
  }
}

/** Finds a user of the visible companies by name, number or code; a failed search offers none. */
export function UserSelect({ label, roles, value, onChange, nobody = findMessages.anybody, companyId }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.includes(' · ') ? '' : typed.trim(), TYPING_MS)
  const found = useEndpointQuery(
    searchUsers,
    { body: bodyOf(roles, search, companyId) },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  )
  const chosen = useEndpointQuery(
    searchUsers,
    { body: { ids: value === null ? [] : [value] } },
    { enabled: value !== null, staleTime: 60_000 },
  )
  const users = new Map([...(chosen.data?.data ?? []), ...(found.data?.data ?? [])].map((user) => [user.id, user]))
  if (value !== null && !users.has(value)) {
    users.set(value, {
      id: value,
      identifier: null,
      name: null,
      phone: null,
      email: null,
      roles: [],
      companies: [],
      indicativ: null,
      default_car: null,
      ban_until: null,
      ban_reason: null,
    })
  }
  return (
    <Select
      label={label}
      placeholder={nobody}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={findMessages.nobodyFound}
      data={[...users.values()].map((user) => ({ value: String(user.id), label: nameOf(user) }))}
      value={value === null ? null : String(value)}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      filter={({ options }) => options}
      clearButtonProps={{ 'aria-label': `${findMessages.clear}: ${label}` }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
}
