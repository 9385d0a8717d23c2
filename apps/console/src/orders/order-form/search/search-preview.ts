import type { previewSearch, SearchPreview } from '@dispecerat/contract/dispatch/preview-search'
import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { PassReason } from '@dispecerat/domain/dispatch/search-rules'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { leadSources } from '../../../shared/orders/promise/promise-messages.ts'
import { hourAndMinute, shownTime } from '../../../text/format.ts'
import { departureAt, type OrderDraft } from '../draft/order-draft.ts'
import { type PartnerIds, partnersToSearch } from '../fare/partner-choice.ts'
import { measured } from './measured.ts'
import { searchPreviewMessages } from './search-preview-messages.ts'
import { reasonMessages } from './why-not.ts'

type Body = NonNullable<RequestInput<typeof previewSearch>['body']>
type Step = SearchPreview['steps'][number]
const messages = searchPreviewMessages

const MAX_OFFERED_SHOWN = 3
const MAX_PASSED_SHOWN = 3
const MINUTE_MS = 60_000

/** Reasons that are about the driver, not about the step: a dispatcher wants to see these first. */
const OF_THE_DRIVER: readonly PassReason[] = ['banned', 'paused', 'busy', 'stale_position', 'holds_another_offer']

/**
 * The part of a draft that decides which drivers get an offer; null while place A has no coordinates. A departure in
 * some minutes is rounded to the minute, because each new value is a new query key.
 */
export function previewBody(
  draft: OrderDraft,
  about: { now: Date; ownCompanyIds: readonly number[]; partnerIds: PartnerIds },
): Body | null {
  const point = draft.places[0]?.point
  if (!point) return null
  const partners = partnersToSearch(draft.partner, about.partnerIds)
  const body: Body = {
    places: [{ lat: point.lat, long: point.long }],
    options: Object.fromEntries(draft.options.map((key) => [key, true as const])),
    send_to_other_company: partners.length > 0,
    search_company_ids: [...about.ownCompanyIds, ...partners],
  }
  if (draft.departure.kind !== 'now') {
    const at = departureAt(draft.departure, about.now).getTime()
    body.departure_time = toWireTime(new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS))
    const own = draft.departure.kind === 'at' ? draft.departure.leadMinutes : null
    if (typeof own === 'number') body.lead_minutes = own
  }
  return body
}

/** "ar primi acum: 112, 27 (+3); nu: 44 ocupat, 9 blocat până la 14:20": the first step that offers to any driver. */
export function previewLine({ steps }: SearchPreview): string {
  const step = steps.find(({ drivers, others }) => drivers.length + others.asked > 0) ?? steps[0]
  if (!step) return messages.nobody
  const not = passedLine(step)
  return [offeredLine(step, steps[0]?.step), ...(not ? [`${messages.not} ${not}`] : [])].join('; ')
}

/** "căutarea pornește la 19:42 (cu 18 min înainte, învățat din curse)"; null for an order for now. */
export function leadLine({ at, lead }: SearchPreview): string | null {
  if (lead === null) return null
  const how = [messages.before(lead.minutes), leadSources[lead.source]].filter(Boolean).join(', ')
  return messages.searchAt(shownTime(at, hourAndMinute), how)
}

function offeredLine({ step, drivers, others }: Step, firstStep: number | undefined): string {
  if (drivers.length + others.asked === 0) return messages.nobody
  const signs = drivers.slice(0, MAX_OFFERED_SHOWN).map(({ indicativ }) => indicativ)
  const more = drivers.length - signs.length
  const lead = step === firstStep ? messages.wouldGet : messages.wouldGetAt(step)
  const own = `${signs.join(', ')}${more > 0 ? ` ${messages.more(more)}` : ''}`
  const partners = others.asked > 0 ? messages.partners(others.asked) : ''
  return `${lead} ${[own, partners].filter(Boolean).join(' + ')}`
}

function passedLine({ passed_over }: Step): string {
  const telling = passed_over.filter(({ reason }) => OF_THE_DRIVER.includes(reason))
  return telling
    .slice(0, MAX_PASSED_SHOWN)
    .map(({ indicativ, reason, until }) => `${indicativ} ${reasonMessages(reason)}${endMessages(until, ' ')}`)
    .join(', ')
}

/** "până la 14:20" after a space, for a ban; empty for any other reason. */
function endMessages(until: string | null, before: string): string {
  return until === null ? '' : `${before}${messages.until(shownTime(until, hourAndMinute))}`
}

/** The drivers a step passes over: a reason and its call signs, the most telling reason first. */
export function passedGroups({ passed_over }: Step): { reason: PassReason; signs: string[] }[] {
  const groups = new Map<PassReason, string[]>()
  for (const { reason, indicativ, until, distance_m, distance_is_guess } of passed_over) {
    const far = reason === 'beyond_limit' ? measured(distance_m, distance_is_guess) : ''
    const more = far || endMessages(until, '')
    const signs = groups.get(reason) ?? []
    signs.push(more ? `${indicativ} (${more})` : indicativ)
    groups.set(reason, signs)
  }
  const weight = (reason: PassReason) => (OF_THE_DRIVER.includes(reason) ? 0 : 1)
  return [...groups]
    .map(([reason, signs]) => ({ reason, signs }))
    .sort((a, b) => weight(a.reason) - weight(b.reason) || a.signs.length - b.signs.length)
}
