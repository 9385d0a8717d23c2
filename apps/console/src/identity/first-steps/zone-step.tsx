import { createPolygon, listPolygons } from '@dispecerat/contract/geography/zones'
import { readCompany } from '@dispecerat/contract/identity/companies'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { circleRing } from '../../map/layers/circle.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { firstStepsMessages } from '../first-steps-messages.ts'
import type { StepProps } from './step-props.ts'

const CircleOnMap = later(() => import('./circle-on-map.tsx').then((m) => m.CircleOnMap))
const messages = firstStepsMessages.zones
const RADIUS_KM = { usual: 3, min: 0.2, max: 35 }

/** Creates a first circular zone around the company; its shape can be changed in the editor. */
export function ZoneStep({ companyId, isDone, onDone }: StepProps) {
  const cache = useQueryClient()
  const company = useEndpointQuery(readCompany, { params: { id: companyId } }).data?.data
  const zones = useEndpointQuery(listPolygons, {}, { enabled: isDone })
  const [name, setName] = useState<string>(messages.usual)
  const [km, setKm] = useState<number | ''>(RADIUS_KM.usual)
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const centre = company?.lat != null && company.lng != null ? { lat: company.lat, long: company.lng } : null
  const radius = Math.min(Math.max(Number(km) || RADIUS_KM.usual, RADIUS_KM.min), RADIUS_KM.max)
  const create = useAction(
    (paths: { lat: number; long: number }[], key) =>
      request(createPolygon, { body: { company_id: companyId, name, paths } }, { key }),
    {
      done: () => {
        setErrors({})
        toast.good(messages.created)
        void invalidate(cache, listPolygons)
        onDone()
      },
      failed: (error) => {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false
        setErrors(error.fields)
        return true
      },
    },
  )
  if (!company) return <Skeleton height={420} />
  const own = zones.data?.filter(({ company_id: of }) => of === companyId) ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (centre) void create.run(circleRing(centre, radius * 1000).map(([long, lat]) => ({ lat, long })))
  }
  return (
    <>
      <p className="dim">{messages.hint}</p>
      {own.length > 0 ? (
        <p>
          {messages.have(own.length)} {own.map((zone) => zone.name).join(', ')}
        </p>
      ) : null}
      {centre ? null : <p role="status">{messages.noPlace}</p>}
      {centre && !isDone ? (
        <form onSubmit={submit} noValidate>
          <div className="edit-fields">
            <TextInput
              label={messages.name}
              value={name}
              maxLength={60}
              error={errors.name?.[0]}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NumberField
              label={messages.radius}
              value={km}
              min={RADIUS_KM.min}
              max={RADIUS_KM.max}
              decimalScale={1}
              decimalSeparator=","
              error={errors.paths?.[0]}
              onChange={(value) => setKm(value === '' ? '' : Number(value))}
            />
          </div>
          <div className="first-step-map">
            <Suspense fallback={<Skeleton height="100%" />}>
              <CircleOnMap label={messages.map} centre={centre} metres={radius * 1000} />
            </Suspense>
          </div>
          <div className="first-step-acts">
            <Button type="submit" size="compact-md" disabled={create.busy}>
              {messages.create}
            </Button>
          </div>
        </form>
      ) : null}
      <div className="first-step-acts">
        <LinkButton size="compact-sm" variant="default" to="/settings/polygons" search={{}}>
          {messages.editor}
        </LinkButton>
      </div>
    </>
  )
}
