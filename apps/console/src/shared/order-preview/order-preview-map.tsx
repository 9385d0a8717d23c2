import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrderMap } from '@dispecerat/contract/orders/static-map'
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { requestFile } from '../../api/request.ts'
import { orderPreviewMessages as messages } from './order-preview-messages.ts'

const DAY_MS = 86_400_000

/** The server's picture of the route; requested by order id, so that no position is in a URL. */
export function OrderPreviewMap({ order }: { order: OrderView }) {
  const scheme = useComputedColorScheme('light')
  const places = order.places.map(({ lat, long }) => `${lat},${long}`).join(' ')
  const input = { params: { id: order.id }, query: { scheme } }
  const { data, isError } = useQuery({
    queryKey: endpointKey(readOrderMap, input, places),
    queryFn: ({ signal }) => requestFile(readOrderMap, input, signal),
    enabled: order.places.length > 0,
    staleTime: DAY_MS,
    retry: false,
  })
  const url = useObjectUrl(data)
  const [first, ...others] = order.places
  if (first === undefined) return null
  if (isError) return <p className="order-preview-map dim">{messages.mapFailed}</p>
  if (url === null) return <Skeleton className="order-preview-map" />
  return (
    <img
      className="order-preview-map"
      src={url}
      width={640}
      height={320}
      alt={messages.map(first.name, others.at(-1)?.name ?? null)}
    />
  )
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return blob === undefined ? null : url
}
