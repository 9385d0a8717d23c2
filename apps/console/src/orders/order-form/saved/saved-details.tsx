import { listServices } from '@dispecerat/contract/orders/company-dispatch'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { fareNeedsReason } from '@dispecerat/domain/orders/fare-change'
import { PAYMENT_TYPES, type PaymentType } from '@dispecerat/domain/orders/order'
import { Anchor, Checkbox, Select } from '@mantine/core'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { warnPromise } from '../../../shared/orders/promise/warn-promise.ts'
import { dayAndTime, fromWallTime, millisOf, toWallTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { onDemand } from '../../../ui/later.ts'
import { serverNow } from '../../../ui/now.ts'
import { PartnerSelect, ProtocolSelect } from '../options/company-selects.tsx'
import { MoreOptions } from '../options/more-options.tsx'
import { useOrderChoices } from '../options/use-order-choices.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { asInput, EditableField } from './editable-field.tsx'
import { companiesToSearch, INLINE_OPTIONS, partnerOf } from './saved-fields.ts'

const messages = savedOrderMessages.fields
const DateTimeField = onDemand(() => import('../../../ui/fields/date-time-field.tsx').then((m) => m.DateTimeField))
const TEXTS = { saved: ro.order.updated }
const STILL = { transitionProps: { duration: 0 } }

interface Props {
  order: OrderView
  lockOf: (field: string) => string | null
}

/** Departure, service, options, payment and partners of a placed order, each edited separately. */
export function SavedDetails(props: Props) {
  return (
    <div className="saved-fields">
      <Departure {...props} />
      <Service {...props} />
      <Options {...props} />
      <Payment {...props} />
      <Partner {...props} />
    </div>
  )
}

function Departure({ order, lockOf }: Props) {
  return (
    <EditableField<string>
      order={order}
      label={messages.departure}
      wire="departure_time"
      read={({ departure_time }) => toWallTime(new Date(millisOf(departure_time)))}
      show={(wall) => shownWall(wall)}
      locked={lockOf('departure_time')}
      texts={TEXTS}
      problem={(wall) => (fromWallTime(wall) === null ? savedOrderMessages.edit.required : null)}
      save={(wall, how) => {
        const at = fromWallTime(wall) ?? new Date(serverNow())
        const body = { departure_time: toWireTime(at) }
        return request(editOrder, { params: { id: order.id }, body }, how).then((reply) => {
          warnPromise(reply)
          return reply
        })
      }}
    >
      {({ value, set, field }) => (
        <Suspense fallback={null}>
          <DateTimeField
            {...asInput(field)}
            autoFocus
            value={value}
            onChange={(wall) => set(wall ?? '')}
            style={{ flex: 1 }}
          />
          <Anchor component="button" type="button" size="xs" onClick={() => set(toWallTime(new Date(serverNow())))}>
            {ro.order.when.now}
          </Anchor>
        </Suspense>
      )}
    </EditableField>
  )
}

function shownWall(wall: string): string {
  const at = fromWallTime(wall)
  return at === null ? '' : dayAndTime(at)
}

function Service({ order, lockOf }: Props) {
  const { data } = useEndpointQuery(listServices, {}, { staleTime: 10 * 60_000 })
  const services = data?.data ?? []
  return (
    <EditableField<number>
      order={order}
      label={messages.service}
      wire="service_id"
      read={({ service_id }) => service_id}
      show={(id) => services.find((service) => service.id === id)?.name ?? String(id)}
      locked={lockOf('service_id')}
      restarts
      texts={TEXTS}
      save={(service_id, how) => request(editOrder, { params: { id: order.id }, body: { service_id } }, how)}
    >
      {({ value, set, field }) => (
        <Select
          {...asInput(field)}
          autoFocus
          openOnFocus={false}
          allowDeselect={false}
          data={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(value)}
          onChange={(id) => id !== null && set(Number(id))}
          comboboxProps={STILL}
          style={{ flex: 1 }}
        />
      )}
    </EditableField>
  )
}

function Options({ order, lockOf }: Props) {
  const { options } = useOrderChoices()
  const inline = options.slice(0, INLINE_OPTIONS)
  const isInline = (key: string) => inline.some((option) => option.key === key)
  const nameOf = (key: string) => options.find((option) => option.key === key)?.name ?? key
  return (
    <EditableField<string[]>
      order={order}
      label={messages.options}
      wire="options"
      read={(now) => Object.keys(now.options).sort()}
      show={(keys) => keys.map(nameOf).join(', ')}
      locked={lockOf('options')}
      restarts
      texts={TEXTS}
      save={(keys, how) => {
        const chosen = Object.fromEntries(keys.map((key) => [key, true as const]))
        return request(editOrder, { params: { id: order.id }, body: { options: chosen } }, how)
      }}
    >
      {({ value, set, field }) => (
        <fieldset className="options" {...field}>
          {inline.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={value.includes(key)}
              onChange={({ currentTarget }) =>
                set((currentTarget.checked ? [...value, key] : value.filter((one) => one !== key)).sort())
              }
            />
          ))}
          {options.length > inline.length ? (
            <MoreOptions
              options={options.slice(INLINE_OPTIONS)}
              chosen={value.filter((key) => !isInline(key))}
              onChange={(others) => set([...value.filter(isInline), ...others].sort())}
            />
          ) : null}
        </fieldset>
      )}
    </EditableField>
  )
}

interface Paid {
  type: PaymentType
  company: { id: number; name: string | null } | null
}

function Payment({ order, lockOf }: Props) {
  const { protocols } = useOrderChoices()
  return (
    <EditableField<Paid>
      order={order}
      label={messages.payment}
      wire="payment_type"
      read={({ payment_type, protocol_user }) => ({ type: payment_type, company: protocol_user })}
      show={({ type, company }) => [ro.order.payment[type], company?.name].filter(Boolean).join(' · ')}
      locked={lockOf('payment_type')}
      texts={TEXTS}
      problem={({ type, company }) => (type === 'protocol' && company === null ? ro.order.protocolMissing : null)}
      needsReason={fareNeedsReason(order.state)}
      save={({ type, company }, how, fare_reason) => {
        const protocol_user_id = type === 'protocol' ? (company?.id ?? null) : null
        const body = { payment_type: type, protocol_user_id, fare_reason }
        return request(editOrder, { params: { id: order.id }, body }, how)
      }}
    >
      {({ value, set, field }) => (
        <>
          <Select
            {...asInput(field)}
            autoFocus
            openOnFocus={false}
            allowDeselect={false}
            data={PAYMENT_TYPES.map((type) => ({ value: type, label: ro.order.payment[type] }))}
            value={value.type}
            onChange={(type) => {
              const isProtocol = type === 'protocol'
              if (type !== null) set({ type, company: isProtocol ? value.company : null })
            }}
            comboboxProps={STILL}
          />
          {value.type === 'protocol' ? (
            <ProtocolSelect
              companies={protocols}
              chosen={value.company?.id ?? null}
              error={undefined}
              onChange={(id) => set({ ...value, company: protocols.find((one) => one.id === id) ?? null })}
            />
          ) : null}
        </>
      )}
    </EditableField>
  )
}

function Partner({ order, lockOf }: Props) {
  const { partners, partnerIds } = useOrderChoices(order.created_by_company_id)
  if (partners.length === 0) return null
  const show = (partner: string) => {
    if (partner === 'own') return ro.order.ownOnly
    return partners.find(({ id }) => String(id) === partner)?.name ?? ro.order.allPartners
  }
  return (
    <EditableField<string>
      order={order}
      label={messages.partner}
      wire="send_to_other_company"
      read={partnerOf}
      show={show}
      locked={lockOf('send_to_other_company')}
      restarts
      texts={TEXTS}
      save={(partner, how) => {
        const body = companiesToSearch(order, partner, partnerIds)
        return request(editOrder, { params: { id: order.id }, body }, how)
      }}
    >
      {({ value, set }) => <PartnerSelect partners={partners} chosen={value} onChange={set} />}
    </EditableField>
  )
}
