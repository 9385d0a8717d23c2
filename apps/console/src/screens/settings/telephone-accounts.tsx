import { renewSipPassword, type TelephoneAccount } from '@dispecerat/contract/telephone-admin'
import { Button } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { telephoneWords } from '../../text/telephone-words.ts'
import { confirm } from '../../ui/confirm.tsx'
import { later } from '../../ui/later.ts'

const words = telephoneWords.accounts
const ShownOnce = later(() => import('./shown-once.tsx').then((m) => m.ShownOnce))

/** Whose telephone is registered now, and a new password for it. */
export function TelephoneAccounts({ accounts }: { accounts: readonly TelephoneAccount[] }) {
  const id = useId()
  const [secret, setSecret] = useState<{ sip_url: string; password: string } | null>(null)
  const renew = useAction((userId: number, key) => call(renewSipPassword, { params: { id: userId } }, { key }), {
    done: ({ data }) => setSecret(data),
  })
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className="small dim">{words.note}</p>
      {accounts.length === 0 ? <p>{words.empty}</p> : null}
      {accounts.length > 0 ? (
        <div className="data-table data-table-scroll">
          <table aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.extension}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{telephoneWords.lines.actions}</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <tr key={account.user_id}>
                  <td>{account.name ?? `#${account.user_id}`}</td>
                  <td className={account.extension === null ? 'dim' : 'digits'}>{account.extension ?? words.none}</td>
                  <td>
                    <State account={account} />
                  </td>
                  <td>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={words.renewOf(account.name ?? `#${account.user_id}`)}
                      onClick={() =>
                        confirm({
                          text: words.ask(account.name ?? `#${account.user_id}`),
                          yes: words.yes,
                          onYes: () => void renew.run(account.user_id),
                        })
                      }
                    >
                      {words.renew}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {secret ? (
        <Suspense fallback={null}>
          <ShownOnce secret={secret} onClose={() => setSecret(null)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function State({ account: { is_registered, is_talking } }: { account: TelephoneAccount }) {
  return (
    <span className={is_registered ? 'tag tag-good' : 'dim'}>
      <span aria-hidden>{is_registered ? '●' : '✕'}</span> {is_registered ? words.registered : words.away}
      {is_talking ? ` · ${words.talking}` : ''}
    </span>
  )
}
