import { VisuallyHidden } from '@mantine/core'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useKey } from '../../keys/use-key.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import './operator.css'
import { ByHandKeys } from './by-hand-keys.tsx'
import { StatsStrip } from './lists/stats-strip.tsx'
import { beginWithZones, toggleZones, useZonesShown } from './map/zones-shown.ts'
import { OrderPanel } from './order-panel.tsx'

const ZoneStatistics = later(() => import('./map/zone-statistics.tsx').then((m) => m.ZoneStatistics))

/** The main screen of every workspace: the lists on the left, the form or the map beside them, the statistics below. */
export function OperatorScreen() {
  const workspace = useWorkspace()
  const { orderPath, mapPath } = workspace
  const { tab, q } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const openOrder = Number(id ?? 0) || undefined
  const zones = useZonesShown()
  useEffect(() => beginWithZones(workspace.pinsZones), [workspace.pinsZones])
  useKey('newOrder', () => {
    /* The form is shown already: only its first field gets the focus. */
    if (id === '0') document.querySelector<HTMLElement>('[data-phone]')?.focus()
    else void navigate({ to: orderPath, params: { id: '0' }, search: { tab, q } })
  })
  const showMap = () => {
    if (mapPath !== null) void navigate({ to: mapPath, search: { tab, q, order: openOrder } })
  }
  useKey('map', showMap, mapPath !== null)
  return (
    <>
      <main id="content" className={`cockpit cockpit-${workspace.kind}${zones.isShown ? ' cockpit-with-zones' : ''}`}>
        <VisuallyHidden>
          <h1>{ro.titles.operator}</h1>
        </VisuallyHidden>
        <OrderPanel />
        <Outlet />
        {zones.isShown ? (
          <Suspense fallback={<div className="panel" />}>
            <ZoneStatistics takesFocus={zones.wasAsked} onClose={toggleZones} />
          </Suspense>
        ) : null}
      </main>
      <StatsStrip />
      <ByHandKeys openOrder={openOrder} />
    </>
  )
}
