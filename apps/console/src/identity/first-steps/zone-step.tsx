import { createPolygon, listPolygons } from '@dispecerat/contract/geography/zones'
import { readCompany } from '@dispecerat/contract/identity/companies'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { circleRing } from '../../map/layers/circle.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { firstStepsMessages } from '../first-steps-messages.ts'
import type { StepProps } from './step-props.ts'

const CircleOnMap = later(() => import('./circle-on-map.tsx').then((m) => m.CircleOnMap))
const messages = firstStepsMessages.zones
const RADIUS_KM = { usual: 3, min: 0.2, max: 35 }
interface Typed {
  name: string
  km: number | ''
}
const USUAL: Typed = { name: messages.usual, km: RADIUS_KM.usual }

/** Creates a first circular zone around the company; its shape can be changed in the editor. */
export function ZoneStep({ companyId, isDone, onDone }: StepProps) {
  const cache = useQueryClient()
  const company = useEndpointQuery(readCompany, { params: { id: companyId } }).data?.data
  const zones = useEndpointQuery(listPolygons, {}, { enabled: isDone })
  const centre = company?.lat != null && company.lng != null ? { lat: company.lat, long: company.lng } : null
  const form = useForm({
    initial: USUAL,
    shownAt: { paths: 'km' },
    save: ({ name, km }, key) => {
      const outline = centre ? circleRing(centre, radiusOf(km) * 1000) : []
      const paths = outline.map(([long, lat]) => ({ lat, long }))
      return request(createPolygon, { body: { company_id: companyId, name, paths } }, { key })
    },
    done: () => {
      toast.good(messages.created)
      void invalidate(cache, listPolygons)
      onDone()
    },
  })
  if (!company) return <Skeleton height={420} />
  const own = zones.data?.filter(({ company_id: of }) => of === companyId) ?? []
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
        <form onSubmit={form.submit} noValidate>
          <div className="edit-fields">
            <TextInput label={messages.name} maxLength={60} {...form.bind('name')} />
            <NumberField
              {...form.bind('km')}
              label={messages.radius}
              min={RADIUS_KM.min}
              max={RADIUS_KM.max}
              decimalScale={1}
              decimalSeparator=","
              onChange={(value) => form.set('km', value === '' ? '' : Number(value))}
            />
          </div>
          <div className="first-step-map">
            <Suspense fallback={<Skeleton height="100%" />}>
              <CircleOnMap label={messages.map} centre={centre} metres={radiusOf(form.values.km) * 1000} />
            </Suspense>
          </div>
          <div className="first-step-acts">
            <Button type="submit" size="compact-md" disabled={form.busy}>
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

function radiusOf(km: number | ''): number {
  return Math.min(Math.max(Number(km) || RADIUS_KM.usual, RADIUS_KM.min), RADIUS_KM.max)
}
