import type { Person } from '@dispecerat/contract/office/people'
import { listProtocolCompanies } from '@dispecerat/contract/orders/company-dispatch'
import { NativeSelect } from '@mantine/core'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import type { EditForm } from '../../../shared/edit-page/use-edit-form.ts'
import { peopleMessages } from '../people-messages.ts'
import type { PersonValues } from './person-values.ts'

const HARDLY_CHANGES_MS = 60_000

interface Props {
  form: EditForm<PersonValues>
  person?: Person | undefined
  isOff: boolean
}

/** The account a client's orders are charged to by default. */
export function PersonAccountField({ form, person, isOff }: Props) {
  const { data } = useEndpointQuery(listProtocolCompanies, {}, { staleTime: HARDLY_CHANGES_MS, enabled: !isOff })
  const account = person?.protocol_parent_user
  const known = new Map((data?.data ?? []).map(({ id, name }) => [id, name]))
  if (account) known.set(account.id, account.name)
  return (
    <NativeSelect
      size="sm"
      label={peopleMessages.columns.protocol_parent_user_id}
      description={peopleMessages.page.accountHint}
      disabled={isOff}
      value={String(form.values.protocol_parent_user_id ?? '')}
      error={form.errors.protocol_parent_user_id}
      data={[
        { value: '', label: peopleMessages.page.noAccount },
        ...[...known].map(([id, name]) => ({ value: String(id), label: name ?? `#${id}` })),
      ]}
      onChange={(event) => form.set('protocol_parent_user_id', Number(event.currentTarget.value) || null)}
    />
  )
}
