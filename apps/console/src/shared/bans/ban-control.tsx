import { banUser } from '@dispecerat/contract/fleet/bans'
import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { BAN_PRESETS } from '@dispecerat/domain/fleet/ban'
import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { useNow } from '../../ui/now.ts'
import { invalidateDriver } from '../drivers/invalidate-driver.ts'
import { runningBan } from './ban-clock.ts'
import { banMessages } from './ban-messages.ts'
import './ban.css'
import { useTimeFormat } from '../user/use-time-format.ts'

const messages = banMessages
const BanPrompt = later(() => import('./ban-prompt.tsx').then((m) => m.BanPrompt))

export type BanBody = NonNullable<RequestInput<typeof banUser>['body']>
/** Length of the ban; 'date' lets the prompt request the end. */
export type BanInput = { length: BanBody } | 'date'

interface Props {
  driver: { id: number; ban_until: string | null; ban_reason: string | null }
  /** Call sign and name, for screen readers. */
  name: string
}

/**
 * One driver's ban: remaining time, the kinds of ban, and its removal. The screen changes only after the server's
 * reply.
 */
export function BanControl({ driver, name }: Props) {
  const me = useUser()
  const now = useNow((s) => s.now)
  const cache = useQueryClient()
  const opener = useRef<HTMLButtonElement>(null)
  const [chosenBan, setChosenBan] = useState<BanInput | null>(null)
  const ban = runningBan(driver.ban_until, now, useTimeFormat())
  const closePrompt = () => {
    setChosenBan(null)
    opener.current?.focus()
  }
  const change = useAction((body: BanBody, key) => request(banUser, { params: { id: driver.id }, body }, { key }), {
    done: (_, body) => {
      toast.good(isLift(body) ? messages.unbanned : messages.banned, { ms: 3000 })
      closePrompt()
      void invalidateDriver(cache, driver.id)
    },
  })
  if (!me.permissions.includes('users.ban')) return ban ? <BanClock ban={ban} /> : null

  return (
    <div className="ban-control">
      {ban ? <BanClock ban={ban} /> : null}
      <Menu
        withInitialFocusPlaceholder={false}
        position="bottom-start"
        transitionProps={{ duration: 0 }}
        preventPositionChangeWhenVisible={false}
      >
        <Menu.Target>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-description={messages.menu(name)}
            aria-busy={change.busy}
            data-ban={driver.id}
            rightSection={<span aria-hidden>▾</span>}
          >
            {change.busy ? ro.order.submitting : ban ? messages.unban : messages.open}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={messages.menu(name)}>
          {ban ? null : <BanLengths onChoose={setChosenBan} />}
          {driver.ban_until === null ? null : (
            <Menu.Item
              title={driver.ban_reason ? messages.because(driver.ban_reason) : undefined}
              onClick={() => void change.run({})}
            >
              {messages.unban}
              {driver.ban_reason ? <span className="ban-reason small dim">{driver.ban_reason}</span> : null}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {chosenBan === null ? null : (
        <Suspense fallback={null}>
          <BanPrompt
            input={chosenBan}
            busy={change.busy}
            onBan={(body) => void change.run(body)}
            onClose={closePrompt}
          />
        </Suspense>
      )}
    </div>
  )
}

function isLift(body: BanBody): boolean {
  return Object.keys(body).length === 0
}

function BanClock({ ban }: { ban: NonNullable<ReturnType<typeof runningBan>> }) {
  return (
    <span className="tag tag-bad ban-clock">
      <span aria-hidden>✕</span> {ban.until}
      {ban.left === null ? null : <span className="digits"> · {messages.left(ban.left)}</span>}
    </span>
  )
}

function BanLengths({ onChoose }: { onChoose: (input: BanInput) => void }) {
  return (
    <>
      {BAN_PRESETS.map((length) => (
        <Menu.Item key={`${length.amount}${length.unit}`} onClick={() => onChoose({ length })}>
          {messages.presets[length.unit](length.amount)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => onChoose({ length: { ban_forever: true } })}>{messages.permanent}</Menu.Item>
      <Menu.Item onClick={() => onChoose('date')}>{messages.untilDate}</Menu.Item>
    </>
  )
}
