import { listMissedCalls, type MissedCall } from '@dispecerat/contract/telephony/missed-calls'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { ariaKeys, KEYS } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { later } from '../../ui/later.ts'
import './missed-calls.css'

const Drawer = later(() => import('./missed-drawer.tsx').then((m) => m.MissedDrawer))

/** Number of missed calls, at the end of the lines; opens the list. */
export function MissedCalls() {
  const [opened, setOpened] = useState(false)
  const missed = useMissedCalls()
  const waiting = (missed.data?.data ?? []).filter(isWaiting).length
  useKey('missedCalls', () => setOpened((is) => !is))
  const label = ringMessages.missed.open(waiting)
  return (
    <>
      <button
        type="button"
        className={waiting > 0 ? 'missed-open missed-some' : 'missed-open'}
        title={`${label} (${KEYS.missedCalls.shown})`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-keyshortcuts={ariaKeys('missedCalls')}
        onClick={() => setOpened(true)}
      >
        <span aria-hidden>↩ {waiting}</span>
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <Drawer
            rows={missed.data?.data ?? null}
            hasFailed={missed.isError}
            retry={() => void missed.refetch()}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function isWaiting({ called_back_at }: MissedCall): boolean {
  return called_back_at === null
}

/** Refetched after an event or a lost connection; polled while disconnected. */
function useMissedCalls() {
  const cache = useQueryClient()
  const again = () => void invalidate(cache, listMissedCalls)
  useLive('missed_calls_changed', again)
  useResync(again)
  return useEndpointQuery(listMissedCalls, {}, { refetchInterval: useFallbackInterval(FALLBACK_MS.lists) })
}
