import type { Ask } from '@dispecerat/contract/endpoint'
import type { OrderView } from '@dispecerat/contract/order-shapes'
import type { createOrder } from '@dispecerat/contract/orders'
import { isPhone, normalizePhone, prettyPhone } from '@dispecerat/domain/phone'
import { fromWireTime, toWireTime } from '@dispecerat/domain/wire-time'
import { fromWallTime, toWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'

export interface DraftPlace {
  /** Names the place on the screen while it has no id. */
  key: string
  name: string
  /** Null until an address of the list was chosen. */
  point: { lat: number; long: number } | null
  placeId: string | null
  bloc: string
  scara: string
  reper: string
  comment: string
}

export type Departure = { kind: 'now' } | { kind: 'in'; minutes: number } | { kind: 'at'; wall: string }

/** What the form holds before the order exists; survives a reload. */
export interface OrderDraft {
  phone: string
  name: string
  notes: string
  places: DraftPlace[]
  departure: Departure
  options: string[]
  voucher: boolean
  /** A card order keeps its card unless somebody touches the toggle (C-40). */
  voucherTouched: boolean
  protocolUserId: number | null
  /** 'own', 'all' or the id of one partner company. */
  partner: string
}

export const PICKUP_IN_MINUTES = [5, 15, 30, 45, 60, 90] as const

export function emptyPlace(key: string): DraftPlace {
  return { key, name: '', point: null, placeId: null, bloc: '', scara: '', reper: '', comment: '' }
}

export function emptyDraft(): OrderDraft {
  return {
    phone: '',
    name: '',
    notes: '',
    places: [emptyPlace('a')],
    departure: { kind: 'now' },
    options: [],
    voucher: false,
    voucherTouched: false,
    protocolUserId: null,
    partner: 'own',
  }
}

export function draftIsEmpty(draft: OrderDraft): boolean {
  return (
    JSON.stringify({ ...draft, places: draft.places.map((p) => ({ ...p, key: '' })) }) ===
    JSON.stringify({ ...emptyDraft(), places: [emptyPlace('')] })
  )
}

/** A kept draft may come from an older version of the console: what does not fit is dropped whole. */
export function reviveDraft(text: string | null): OrderDraft {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<OrderDraft> | null
    if (kept === null || typeof kept.phone !== 'string' || !Array.isArray(kept.places)) return emptyDraft()
    const places = kept.places
      .filter((place) => typeof place?.name === 'string')
      .map((place) => ({ ...emptyPlace(crypto.randomUUID()), ...place }))
    return { ...emptyDraft(), ...kept, places: places.length > 0 ? places : emptyDraft().places }
  } catch {
    return emptyDraft()
  }
}

/** A draft that already lives on the server: a duplicate, an accepted call. */
export function draftOf(order: OrderView, now: Date): OrderDraft {
  const departsAt = fromWireTime(order.departure_time)
  const isLater = departsAt !== null && departsAt.getTime() > now.getTime() + 60_000
  return {
    phone: prettyPhone(order.client_phone ?? order.phone ?? ''),
    name: order.name ?? order.client_name ?? '',
    notes: order.about_client ?? '',
    places:
      order.places.length === 0
        ? emptyDraft().places
        : order.places.map((place) => ({
            key: String(place.id),
            name: place.name,
            point: { lat: place.lat, long: place.long },
            placeId: place.place_id,
            bloc: place.bloc ?? '',
            scara: place.scara ?? '',
            reper: place.reper ?? '',
            comment: place.comment ?? '',
          })),
    departure: isLater ? { kind: 'at', wall: toWallTime(departsAt) } : { kind: 'now' },
    options: Object.keys(order.options),
    voucher: order.payment_type === 'protocol',
    voucherTouched: false,
    protocolUserId: order.protocol_user?.id ?? null,
    partner: partnerOf(order),
  }
}

function partnerOf({ send_to_other_company, search_company_ids, created_by_company_id }: OrderView): string {
  const others = send_to_other_company ? search_company_ids.filter((id) => id !== created_by_company_id) : []
  if (others.length === 0) return 'own'
  return others.length === 1 ? String(others[0]) : 'all'
}

/** When the car is wanted; 'now' follows the clock. */
export function departureAt(departure: Departure, now: Date): Date {
  if (departure.kind === 'in') return new Date(now.getTime() + departure.minutes * 60_000)
  if (departure.kind === 'at') return fromWallTime(departure.wall) ?? now
  return now
}

/** Field → sentence, empty when the order can be placed. Place fields are named 'places.<key>'. */
export function problemsOf(draft: OrderDraft, now: Date): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.phone.trim() === '') problems.phone = ro.order.phoneRequired
  else if (!isPhone(normalizePhone(draft.phone))) problems.phone = ro.order.phoneInvalid
  for (const place of draft.places) {
    if (place.name.trim() === '') problems[`places.${place.key}`] = ro.order.addressRequired
    else if (place.point === null) problems[`places.${place.key}`] = ro.order.place.choose
  }
  if (draft.departure.kind === 'at' && departureAt(draft.departure, now).getTime() < now.getTime() - 5 * 60_000) {
    problems.departure = ro.order.when.past
  }
  if (draft.voucher && draft.protocolUserId === null) problems.protocol = ro.order.protocolMissing
  return problems
}

type NewOrderBody = NonNullable<Ask<typeof createOrder>['body']>

/** The draft as POST /api/orders takes it; call only when `problemsOf` is empty. */
export function toNewOrder(
  draft: OrderDraft,
  about: { now: Date; ownCompanyIds: number[]; partnerIds: number[]; clientName: string | null },
): NewOrderBody {
  const phone = normalizePhone(draft.phone)
  const partners = draft.partner === 'own' ? [] : draft.partner === 'all' ? about.partnerIds : [Number(draft.partner)]
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
    options: Object.fromEntries(draft.options.map((key) => [key, true as const])),
    payment_type: draft.voucher ? 'protocol' : 'cash',
    protocol_user_id: draft.voucher ? draft.protocolUserId : null,
    send_to_other_company: partners.length > 0,
    search_company_ids: [...about.ownCompanyIds, ...partners],
  }
  if (draft.departure.kind !== 'now') body.departure_time = toWireTime(departureAt(draft.departure, about.now))
  return body
}
