import { listServices } from '@dispecerat/contract/orders/company-dispatch'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { onDemand } from '../../../ui/later.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'

const ServiceSelect = onDemand(() => import('./company-selects.tsx').then((m) => m.ServiceSelect))
const HARDLY_CHANGES_MS = 10 * 60_000

/** The ordered service; nothing to choose where there is one service. */
export function ServiceField({
  chosen,
  error,
  change,
}: {
  chosen: number
  error: string | undefined
  change: ChangeDraft
}) {
  const { data } = useEndpointQuery(listServices, {}, { staleTime: HARDLY_CHANGES_MS })
  const services = data?.data ?? []
  if (services.length < 2) return null
  return (
    <Suspense fallback={null}>
      <ServiceSelect
        services={services}
        chosen={chosen}
        error={error}
        onChange={(serviceId) => change({ serviceId })}
      />
    </Suspense>
  )
}
