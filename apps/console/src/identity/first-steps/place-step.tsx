import { editCompany, readCompany } from '@dispecerat/contract/identity/companies'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { endpointKey, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { MapPoint } from '../../shared/places/point-on-map.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { firstStepsMessages } from '../first-steps-messages.ts'
import type { StepProps } from './step-props.ts'

const PointOnMap = later(() => import('../../shared/places/point-on-map.tsx').then((m) => m.PointOnMap))
const messages = firstStepsMessages.place

/** Position of the company; its address too when it has none yet. */
export function PlaceStep({ companyId, onDone }: StepProps) {
  const cache = useQueryClient()
  const { data } = useEndpointQuery(readCompany, { params: { id: companyId } })
  const company = data?.data
  const [moved, setMoved] = useState<MapPoint | null>(null)
  const [isMissing, setMissing] = useState(false)
  const saved = company?.lat != null && company.lng != null ? { lat: company.lat, long: company.lng } : null
  const point = moved ?? saved
  const save = useAction(
    ({ lat, long }: MapPoint, key) =>
      request(editCompany, { params: { id: companyId }, body: { lat, lng: long } }, { key }),
    {
      done: (fresh) => {
        cache.setQueryData(endpointKey(readCompany, { params: { id: companyId } }), fresh)
        toast.good(messages.saved)
        onDone()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(point === null)
    if (point) void save.run(point)
  }
  if (!company) return <Skeleton height={440} />
  return (
    <form onSubmit={submit} noValidate>
      <p className="dim">{messages.hint}</p>
      <Suspense fallback={<Skeleton height={440} />}>
        <PointOnMap point={point} error={isMissing && !point ? messages.missing : undefined} onMove={setMoved} />
      </Suspense>
      <div className="first-step-acts">
        <Button type="submit" size="compact-md" disabled={save.busy}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}
