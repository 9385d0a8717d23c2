import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { OrderView, PlaceView } from '@dispecerat/contract/orders/order-shapes'
import type { createOrder } from '@dispecerat/contract/orders/orders'
import { normalizePhone, prettyPhone } from '@dispecerat/domain/kernel/phone'
import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import { fromWallTime, toWallTime } from '../../../text/format.ts'
import { type PartnerChoice, type PartnerIds, partnersToSearch } from '../fare/partner-choice.ts'
import { partnerOf } from '../saved/saved-fields.ts'
import { emptyGoods, type GoodsDraft, goodsOf, goodsOnWire } from './goods-draft.ts'

export interface DraftPlace {
  /** React key of the place while it has no id. */
  key: string
  name: string
  /** Null until a suggested address was chosen. */
  point: { lat: number; long: number } | null
  placeId: string | null
  bloc: string
  scara: string
  reper: string
  comment: string
}

export type Departure =
  | { kind: 'now' }
  | { kind: 'in'; minutes: number }
  | {
      kind: 'at'
      wall: string
      /** Minutes before the departure at which the search begins; without it the company's rules decide. */
      leadMinutes?: number | null
    }

/** State of the form before the order exists; it survives a reload. */
export interface OrderDraft {
  /** Idempotency key: the same order sent twice, also from two tabs, is created once. */
  id: string
  phone: string
  name: string
  notes: string
  places: DraftPlace[]
  departure: Departure
  options: string[]
  voucher: boolean
  /** A card order stays a card order unless the toggle was touched. */
  voucherTouched: boolean
  protocolUserId: number | null
  /** Spelled as by the client. */
  promoCode: string
  /** A discount granted manually. */
  discountId: number | null
  partner: PartnerChoice
  serviceId: number
  /** Goods of a delivery; empty for a ride. */
  goods: GoodsDraft
}

/** The default service. */
export const FIRST_SERVICE = 1
export const PICKUP_IN_MINUTES = [5, 15, 30, 45, 60, 90] as const

export function emptyPlace(key: string): DraftPlace {
  return { key, name: '', point: null, placeId: null, bloc: '', scara: '', reper: '', comment: '' }
}

/** Alt+A and its button: adds a destination up to the maximum. */
export function withOneMorePlace({ places }: OrderDraft): Pick<OrderDraft, 'places'> {
  return { places: places.length >= MAX_PLACES ? places : [...places, emptyPlace(crypto.randomUUID())] }
}

export function emptyDraft(): OrderDraft {
  return {
    id: crypto.randomUUID(),
    phone: '',
    name: '',
    notes: '',
    places: [emptyPlace('a')],
    departure: { kind: 'now' },
    options: [],
    voucher: false,
    voucherTouched: false,
    protocolUserId: null,
    promoCode: '',
    discountId: null,
    partner: null,
    serviceId: FIRST_SERVICE,
    goods: emptyGoods(),
  }
}

/** True when nothing was typed; the initial service depends on the company and does not count. */
export function draftIsEmpty(draft: OrderDraft): boolean {
  return (
    JSON.stringify({ ...draft, id: '', serviceId: 0, places: draft.places.map((p) => ({ ...p, key: '' })) }) ===
    JSON.stringify({ ...emptyDraft(), id: '', serviceId: 0, places: [emptyPlace('')] })
  )
}

/** A stored draft may come from an older version of the console: an invalid one is dropped entirely. */
export function reviveDraft(text: string | null): OrderDraft {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<OrderDraft> | null
    if (stored === null || typeof stored.phone !== 'string' || !Array.isArray(stored.places)) return emptyDraft()
    const places = stored.places
      .filter((place) => typeof place?.name === 'string')
      .map((place) => ({ ...emptyPlace(crypto.randomUUID()), ...place }))
    return {
      ...emptyDraft(),
      ...stored,
      places: places.length > 0 ? places : emptyDraft().places,
      goods: { ...emptyGoods(), ...stored.goods },
    }
  } catch {
    return emptyDraft()
  }
}

/** Places of a saved order for the form; one empty place when there are none. */
export function draftPlacesOf(places: readonly PlaceView[]): DraftPlace[] {
  if (places.length === 0) return [emptyPlace('a')]
  return places.map((place) => ({
    key: String(place.id),
    name: place.name,
    point: { lat: place.lat, long: place.long },
    placeId: place.place_id,
    bloc: place.bloc ?? '',
    scara: place.scara ?? '',
    reper: place.reper ?? '',
    comment: place.comment ?? '',
  }))
}

/** A draft that already exists on the server: a duplicate, an accepted call. */
export function draftOf(order: OrderView, now: Date): OrderDraft {
  const departsAt = fromWireTime(order.departure_time)
  const isLater = departsAt !== null && departsAt.getTime() > now.getTime() + 60_000
  return {
    id: crypto.randomUUID(),
    phone: prettyPhone(order.client_phone ?? order.phone ?? ''),
    name: order.name ?? order.client_name ?? '',
    notes: order.about_client ?? '',
    places: draftPlacesOf(order.places),
    departure: isLater ? { kind: 'at', wall: toWallTime(departsAt), leadMinutes: order.lead_minutes } : { kind: 'now' },
    options: Object.keys(order.options),
    voucher: order.payment_type === 'protocol',
    voucherTouched: false,
    protocolUserId: order.protocol_user?.id ?? null,
    promoCode: '',
    discountId: null,
    /* The draft of an answered call has no search companies yet; a copy has those of its order. */
    partner: order.send_to_other_company && order.search_company_ids.length === 0 ? null : partnerOf(order),
    serviceId: order.service_id,
    goods: goodsOf(order),
  }
}

/** The departure as a date; 'now' follows the clock. */
export function departureAt(departure: Departure, now: Date): Date {
  if (departure.kind === 'in') return new Date(now.getTime() + departure.minutes * 60_000)
  if (departure.kind === 'at') return fromWallTime(departure.wall) ?? now
  return now
}

type NewOrderBody = NonNullable<RequestInput<typeof createOrder>['body']>

/** The draft as POST /api/orders takes it; call only when `problemsOf` is empty. */
export function toNewOrder(
  draft: OrderDraft,
  about: { now: Date; ownCompanyIds: number[]; partnerIds: PartnerIds; clientName: string | null },
): NewOrderBody {
  const phone = normalizePhone(draft.phone)
  const partners = partnersToSearch(draft.partner, about.partnerIds)
  const isDelivery = isDeliveryService(draft.serviceId)
  const body: NewOrderBody = {
    client_phone: phone,
    phone,
    client_name: about.clientName ?? (draft.name.trim() || null),
    name: draft.name.trim() || null,
    about_client: draft.notes.trim() || null,
    places: draft.places.flatMap((place) =>
      place.point === null
        ? []
        : {
            name: place.name.trim(),
            lat: place.point.lat,
            long: place.point.long,
            place_id: place.placeId,
            bloc: place.bloc.trim() || null,
            scara: place.scara.trim() || null,
            reper: place.reper.trim() || null,
            comment: place.comment.trim() || null,
          },
    ),
    service_id: draft.serviceId,
    options: Object.fromEntries(draft.options.map((key) => [key, true as const])),
    payment_type: draft.voucher ? 'protocol' : 'cash',
    protocol_user_id: draft.voucher ? draft.protocolUserId : null,
    send_to_other_company: partners.length > 0,
    search_company_ids: [...about.ownCompanyIds, ...partners],
    ...(draft.promoCode.trim() === '' ? {} : { promo_code: draft.promoCode.trim() }),
    ...(draft.discountId === null ? {} : { discount_id: draft.discountId }),
    ...(isDelivery ? goodsOnWire(draft.goods) : {}),
  }
  if (isDelivery && draft.departure.kind === 'in') body.prep_minutes = draft.departure.minutes
  if (draft.departure.kind === 'at' && draft.departure.leadMinutes !== undefined)
    body.lead_minutes = draft.departure.leadMinutes
  if (draft.departure.kind !== 'now') body.departure_time = toWireTime(departureAt(draft.departure, about.now))
  return body
}
