import { readProofPhoto } from '@dispecerat/contract/orders/goods'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { goodsMessages } from '../../../shared/orders/goods-messages.ts'
import { hourAndMinute, money, shownTime } from '../../../text/format.ts'
import './goods-fields.css'

const messages = goodsMessages

/** The goods of a saved delivery, the amount to collect, and the photo of the delivery; nothing on a ride. */
export function GoodsFacts({ order }: { order: OrderView }) {
  const { package_note: note, cod_amount: cod, weight_kg: kg, prep_minutes: prep, proof_photo_at: photoAt } = order
  if ([note, cod, kg, prep, photoAt].every((fact) => fact === null)) return null
  return (
    <section className="goods-facts" aria-label={messages.carried}>
      {note === null ? null : (
        <span>
          <span className="field-label dim">{messages.note}</span> {note}
        </span>
      )}
      {cod === null ? null : (
        <span>
          <span className="field-label dim">{messages.cod}</span> <b className="digits">{money(cod)}</b>
        </span>
      )}
      {kg === null ? null : (
        <span className="digits">
          <span className="field-label dim">{messages.weight}</span> {String(kg).replace('.', ',')} kg
        </span>
      )}
      {prep === null ? null : <span className="tag">{messages.prep(prep)}</span>}
      {photoAt === null ? null : <Photo orderId={order.id} at={photoAt} />}
    </section>
  )
}

/** Loaded on demand: a photo has up to a megabyte, and lists must not contain it. */
function Photo({ orderId, at }: { orderId: number; at: string }) {
  const [isShown, setIsShown] = useState(false)
  const { data, isError } = useQuery({
    queryKey: endpointKey(readProofPhoto, { params: { id: orderId } }, at),
    queryFn: ({ signal }) => request(readProofPhoto, { params: { id: orderId } }, { signal }),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const photo = data?.data
  return (
    <>
      <span className="small dim">{messages.photoAt(shownTime(at, hourAndMinute))}</span>
      {isShown ? null : (
        <Anchor component="button" type="button" size="xs" onClick={() => setIsShown(true)}>
          {messages.showPhoto}
        </Anchor>
      )}
      {isShown && isError ? <span role="alert">{messages.photoFailed}</span> : null}
      {photo ? (
        <img className="goods-photo" alt={messages.photo} src={`data:${photo.content_type};base64,${photo.base64}`} />
      ) : null}
    </>
  )
}
