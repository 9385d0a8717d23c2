import { type ConsoleEventData, POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import { listDriverPositions } from '@dispecerat/contract/orders/company-dispatch'
import { useEffect } from 'react'
import { request } from '../../api/request.ts'
import { freeCars, moveCars } from '../../map/cars/cars.ts'
import { useCars } from '../../map/cars/cars-store.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../realtime/use-live.ts'
import { serverNow } from '../../ui/now.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { usePageIsVisible } from '../../ui/use-page-is-visible.ts'

/** An expired ban frees the car within a second, without waiting for the server. */
const BAN_CLOCK_MS = 1000

interface Received {
  frame: ConsoleEventData<'ws_driver_positions'>
  at: number
}
/** Frames that arrive while all positions are loading; they are applied over the reply, which may be older. */
const journals = new Set<Received[]>()
/** Sequence numbers of requests for all positions: the reply to an earlier one may come last. */
let sentReads = 0
let shownRead = 0

/** Keeps the cars current while a component shows them and the page is visible. */
export function useCarsFeed() {
  const isVisible = usePageIsVisible()
  useChannel(isVisible ? POSITIONS_CHANNEL : null, () => void readAll())
  useLive('ws_driver_positions', (frame) => {
    const received = { frame, at: serverNow() }
    for (const journal of journals) journal.push(received)
    useCars.setState(({ cars }) => ({ cars: moveCars(cars, frame, received.at), updatedAt: received.at }))
  })
  useInterval(() => useCars.setState(({ cars }) => ({ cars: freeCars(cars, serverNow()) })), BAN_CLOCK_MS)
  useResync(() => void readAll())
  useEffect(() => {
    if (isVisible) void readAll()
  }, [isVisible])
  const pollMs = useFallbackInterval(FALLBACK_MS.positions)
  useInterval(() => void readAll(), isVisible ? pollMs : false)
}

async function readAll() {
  sentReads += 1
  const read = sentReads
  const journal: Received[] = []
  journals.add(journal)
  try {
    const positions = await request(listDriverPositions)
    if (read < shownRead) return
    shownRead = read
    const now = serverNow()
    const start = moveCars(new Map(), { positions, gone: [] }, now)
    const cars = journal.reduce((moved, { frame, at }) => moveCars(moved, frame, at), start)
    useCars.setState({ cars, updatedAt: now })
  } catch {
    /* The cars keep their positions and become stale; the age beside the legend shows it. */
  } finally {
    journals.delete(journal)
  }
}
