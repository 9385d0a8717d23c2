import { listSessions, revokeSession } from '@dispecerat/contract/identity/accounts'
import { Button, SegmentedControl, Skeleton, Table, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { TwoFactorPanel } from '../../shared/two-factor/two-factor-panel.tsx'
import { chooseForm, type FormChoice, useFormChoice } from '../../shared/workspace/form-variant.ts'
import { shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { twoFactorMessages } from '../../text/two-factor-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { accountMessages } from '../account-messages.ts'
import './account.css'

/* Loaded after the screen, whose first load has no space for forms. */
const OwnProfile = later(() => import('./own-profile.tsx').then((m) => m.OwnProfile))
const OwnPassword = later(() => import('./own-profile.tsx').then((m) => m.OwnPassword))
const OwnPickup = later(() => import('./own-pickup.tsx').then((m) => m.OwnPickup))

const messages = ro.account

/** `ringChoices` are the telephone's own, lazily loaded. */
export function AccountScreen({ ringChoices }: { ringChoices: ReactNode }) {
  return (
    <main id="content" className="page account">
      <h1>{messages.title}</h1>
      <Suspense fallback={<Skeleton className="account-own-forms" />}>
        <OwnProfile />
        <OwnPassword />
      </Suspense>
      <Pickup />
      <section className="panel account-part" aria-labelledby="two-factor-title">
        <h2 id="two-factor-title">{twoFactorMessages.title}</h2>
        <TwoFactorPanel />
      </section>
      <Appearance />
      <OrderFormChoice />
      <Ring choices={ringChoices} />
      <Sessions />
    </main>
  )
}

/** The pickup address of a protocol company. */
function Pickup() {
  if (!useUser().permissions.includes('protocol_account.edit')) return null
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <OwnPickup />
    </Suspense>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className="panel account-part" aria-labelledby="look-title">
      <h2 id="look-title">{messages.look}</h2>
      <SegmentedControl
        aria-label={ro.theme.label}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as 'auto' | 'light' | 'dark')}
        data={[
          { value: 'auto', label: ro.theme.system },
          { value: 'light', label: ro.theme.light },
          { value: 'dark', label: ro.theme.dark },
        ]}
      />
    </section>
  )
}

/** Stored only in this browser, like the colour scheme. */
function OrderFormChoice() {
  const choice = useFormChoice()
  return (
    <section className="panel account-part" aria-labelledby="order-form-title">
      <h2 id="order-form-title">{messages.orderForm}</h2>
      <SegmentedControl
        aria-labelledby="order-form-title"
        value={choice}
        onChange={(chosen) => chooseForm(chosen as FormChoice)}
        data={[
          { value: 'desk', label: messages.orderForms.workspace },
          { value: 'new', label: messages.orderForms.new },
          { value: 'classic', label: messages.orderForms.classic },
        ]}
      />
      <p className="small dim">{messages.orderFormHint}</p>
    </section>
  )
}

/** Call sound and answer key, for users who may take calls; the same choices as in the header. */
function Ring({ choices }: { choices: ReactNode }) {
  if (!useUser().permissions.includes('calls.take')) return null
  return (
    <section className="panel account-part" aria-labelledby="ring-title">
      <h2 id="ring-title">{accountMessages.ring}</h2>
      <Suspense fallback={null}>
        <div className="ring-panel">{choices}</div>
      </Suspense>
      <p className="small dim">{accountMessages.ringHint}</p>
    </section>
  )
}

function Sessions() {
  const cache = useQueryClient()
  const { data, isError, refetch } = useEndpointQuery(listSessions)
  const revoke = useAction((id: number, key) => request(revokeSession, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.revoked)
      void invalidate(cache, listSessions)
    },
  })
  const confirmRevoke = (id: number) =>
    confirm({ text: messages.confirmRevoke, yes: messages.revoke, danger: true, onYes: () => void revoke.run(id) })

  return (
    <section className="panel account-part" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{messages.sessions}</h2>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={80} /> : null}
      {data ? (
        <Table verticalSpacing={4} striped={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.device}</Table.Th>
              <Table.Th>{messages.since}</Table.Th>
              <Table.Th>{messages.lastUsed}</Table.Th>
              <Table.Th>{messages.expires}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((session) => (
              <Table.Tr key={session.id}>
                <Table.Td>{session.device ?? messages.unknownDevice}</Table.Td>
                <Table.Td className="digits">{shownTime(session.created_at)}</Table.Td>
                <Table.Td className="digits">{shownTime(session.last_used_at)}</Table.Td>
                <Table.Td className="digits">{shownTime(session.expires_at)}</Table.Td>
                <Table.Td align="right">
                  {session.is_current ? (
                    <span className="tag tag-good">{messages.current}</span>
                  ) : (
                    <Button size="compact-xs" variant="default" onClick={() => confirmRevoke(session.id)}>
                      {messages.revoke}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </section>
  )
}
