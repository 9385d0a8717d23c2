import { readCallers, readCallRate } from '@dispecerat/contract/demo/pretend-callers'
import {
  allowSimulatedDrivers,
  createSimulatedDrivers,
  MAX_SIMULATED_AT_ONCE,
  openSimulatedPhones,
  readSimulator,
  removeSimulatedDriver,
  removeSimulatedDrivers,
} from '@dispecerat/contract/demo/simulator'
import { listStands } from '@dispecerat/contract/fleet/stands'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { park, start } from './garage.ts'

/** The simulated drivers and companies of the server; new drivers are added to the garage. */
export function useSimulatorData() {
  const cache = useQueryClient()
  const query = useEndpointQuery(readSimulator)
  const drivers = query.data?.data.drivers
  useEffect(() => {
    if (drivers) park(drivers)
  }, [drivers])
  useLive('company_settings_changed', () => void invalidate(cache, readSimulator, readCallers, readCallRate))
  return { ...query, companies: query.data?.data.companies ?? [] }
}

export function useStands() {
  return useEndpointQuery(listStands).data?.data ?? []
}

export interface Input {
  companyId: number
  count: number
  at: { zone_id: number } | { stand_id: number } | null
}

/** The simulator's requests to the server. */
export function useSimulatorActions() {
  const cache = useQueryClient()
  const refresh = () => void invalidate(cache, readSimulator, readCallers, readCallRate)

  const create = useAction(
    ({ companyId, count, at }: Input, key) =>
      request(createSimulatedDrivers, { body: { company_id: companyId, count, at } }, { key }),
    {
      done: ({ data }) => {
        toast.good(messages.create.done(data.length))
        refresh()
      },
    },
  )
  const startAll = useAction(async (ids: readonly number[], key) => {
    for (let from = 0; from < ids.length; from += MAX_SIMULATED_AT_ONCE) {
      const body = { driver_ids: ids.slice(from, from + MAX_SIMULATED_AT_ONCE) }
      const { data } = await request(openSimulatedPhones, { body }, { key: `${key}-${from}` })
      for (const { driver_id, token } of data) start(driver_id, token)
    }
  })
  const remove = useAction(
    ({ id, force }: { id: number; sign: string; force: boolean }, key) =>
      request(removeSimulatedDriver, { params: { id }, query: force ? { force: '1' } : {} }, { key }),
    {
      done: refresh,
      failed: (error, input) => {
        if (!(error instanceof ApiError) || error.code !== 'driver.has_active_order') return false
        const onYes = () => void remove.run({ ...input, force: true })
        confirm({ text: messages.table.confirmRemoveBusy(input.sign), yes: ro.yes, danger: true, onYes })
        return true
      },
    },
  )
  const removeAll = useAction(
    (companyId: number, key) =>
      request(removeSimulatedDrivers, { query: { company_id: companyId, force: '1' } }, { key }),
    {
      done: ({ removed }) => {
        toast.good(messages.all.removed(removed.length))
        refresh()
      },
    },
  )
  const allow = useAction(
    ({ companyId, isAllowed }: { companyId: number; isAllowed: boolean }, key) =>
      request(
        allowSimulatedDrivers,
        { params: { id: companyId }, body: { simulate_in_production: isAllowed } },
        { key },
      ),
    { done: refresh },
  )
  return { create, startAll, remove, removeAll, allow }
}

export type SimulatorActions = ReturnType<typeof useSimulatorActions>
