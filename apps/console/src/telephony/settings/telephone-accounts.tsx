import { renewSipPassword, type TelephoneAccount } from '@dispecerat/contract/telephony/telephone-admin'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { telephoneMessages } from '../../shared/settings-page/telephone-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { later } from '../../ui/later.ts'
import { TelephoneTable } from './telephone-table.tsx'

const messages = telephoneMessages.accounts
const ShownOnce = later(() => import('./shown-once.tsx').then((m) => m.ShownOnce))

/** Telephones and whether they are registered, with the renewal of their passwords. */
export function TelephoneAccounts({ accounts }: { accounts: readonly TelephoneAccount[] }) {
  const [secret, setSecret] = useState<{ sip_url: string; password: string } | null>(null)
  const renew = useAction((userId: number, key) => request(renewSipPassword, { params: { id: userId } }, { key }), {
    done: ({ data }) => setSecret(data),
  })
  return (
    <TelephoneTable
      messages={messages}
      heads={[messages.name, messages.extension, messages.state, telephoneMessages.lines.actions]}
      isEmpty={accounts.length === 0}
      rows={accounts.map((account) => (
        <tr key={account.user_id}>
          <td>{account.name ?? `#${account.user_id}`}</td>
          <td className={account.extension === null ? 'dim' : 'digits'}>{account.extension ?? messages.none}</td>
          <td>
            <State account={account} />
          </td>
          <td>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={messages.renewOf(account.name ?? `#${account.user_id}`)}
              onClick={() =>
                confirm({
                  text: messages.ask(account.name ?? `#${account.user_id}`),
                  yes: messages.yes,
                  onYes: () => void renew.run(account.user_id),
                })
              }
            >
              {messages.renew}
            </Button>
          </td>
        </tr>
      ))}
    >
      {secret ? (
        <Suspense fallback={null}>
          <ShownOnce secret={secret} onClose={() => setSecret(null)} />
        </Suspense>
      ) : null}
    </TelephoneTable>
  )
}

function State({ account: { is_registered, is_talking } }: { account: TelephoneAccount }) {
  return (
    <span className={is_registered ? 'tag tag-good' : 'dim'}>
      <span aria-hidden>{is_registered ? '●' : '✕'}</span> {is_registered ? messages.registered : messages.away}
      {is_talking ? ` · ${messages.talking}` : ''}
    </span>
  )
}
