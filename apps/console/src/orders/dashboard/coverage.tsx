import { Button, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useZones } from '../../shared/zones/use-zones.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { dashboardMessages as messages } from './dashboard-messages.ts'

const CoverageMap = later(() => import('./coverage-map.tsx').then((m) => m.CoverageMap))
const ZonesOnMap = later(() => import('../../shared/zones/zones-on-map.tsx').then((m) => m.ZonesOnMap))

/** Coverage of the company: its zones on the map, and the same zones by name for the keyboard. */
export function Coverage() {
  const { data, isError, refetch, dataUpdatedAt } = useZones()
  const [picked, setPicked] = useState<number | null>(null)
  const zones = data?.toSorted((a, b) => a.name.localeCompare(b.name, 'ro', { numeric: true })) ?? []
  return (
    <section className="panel dash-panel coverage" aria-labelledby="coverage-title">
      <div className="dash-head">
        <h2 id="coverage-title" className="panel-title">
          {messages.coverage}
        </h2>
        <Suspense fallback={null}>
          <ZonesOnMap />
        </Suspense>
        <ModifyZones />
      </div>
      {isError ? <LoadFailed lastGoodAt={dataUpdatedAt} onRetry={() => void refetch()} /> : null}
      <div className="coverage-body">
        <Suspense fallback={<Skeleton height="100%" />}>
          <CoverageMap zones={data ?? []} picked={picked} onPick={setPicked} />
        </Suspense>
        <div className="coverage-zones">
          <h3 className="small dim">{messages.zones}</h3>
          {data?.length === 0 ? <p className="dim">{messages.noZones}</p> : null}
          <ul>
            {zones.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className="coverage-zone"
                  aria-pressed={picked === id}
                  onClick={() => setPicked(picked === id ? null : id)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

function ModifyZones() {
  const mayEdit = useUser().permissions.includes('zones.edit')
  const buttonProps = { size: 'compact-sm', variant: 'default', 'data-testid': 'modify zones' } as const
  if (mayEdit) {
    return (
      <LinkButton to="/settings/polygons" {...buttonProps}>
        {messages.modifyZones}
      </LinkButton>
    )
  }
  return (
    <Button
      {...buttonProps}
      data-disabled
      aria-disabled
      title={messages.mayNotModify}
      aria-description={messages.mayNotModify}
    >
      {messages.modifyZones}
    </Button>
  )
}
