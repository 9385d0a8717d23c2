import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMyCompanies } from '../companies/use-my-companies.ts'
import { settingsMessages as messages } from './settings-messages.ts'

/** Company of the shown settings, for users with several companies; the choice is a URL parameter. */
export function SettingsCompany({ value }: { value: number | undefined }) {
  const companies = useMyCompanies()
  const navigate = useNavigate()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      className="settings-choose"
      aria-label={messages.company}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '.',
          search: ((search: object) => ({ ...search, company: Number(currentTarget.value) })) as never,
        })
      }
    />
  )
}
