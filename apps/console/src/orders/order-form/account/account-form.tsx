import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import { Button, Textarea, TextInput } from '@mantine/core'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { companyMessages } from '../../../text/company-messages.ts'
import { ro } from '../../../text/ro.ts'
import { PhoneField } from '../client/client-fields.tsx'
import { DepartureClock } from '../departure/departure-clock.tsx'
import { changeStoredDraft as change, useDraftStore } from '../draft/draft-store.ts'
import { EstimateLine } from '../fare/estimate-line.tsx'
import { FormHead } from '../form-head.tsx'
import { OptionFields } from '../options/option-fields.tsx'
import { asDriven } from './account-input.ts'
import '../order-form.css'
import { Suspense } from 'react'
import { later } from '../../../ui/later.ts'
import { WhenField } from '../departure/when-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { useAccountForm } from './use-account-form.ts'

const GoodsFields = later(() => import('../options/goods-fields.tsx').then((m) => m.GoodsFields))

const NOTHING_SAVED: readonly never[] = []
const messages = companyMessages.form

/**
 * The order form without the fields that a protocol company may not set: it has destinations, the passenger, goods
 * and departure.
 */
export function AccountForm({ account }: { account: ProtocolAccount }) {
  const draft = useDraftStore((s) => s.draft)
  const { form, wrong, submit, close, countOpen, busy, noOrders } = useAccountForm(account)
  const delivers = isDeliveryService(account.service_id)
  const driven = asDriven(draft, account)
  return (
    <form
      ref={form}
      className="panel order-form"
      aria-label={ro.order.new}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="form-head">
        <h2>{ro.order.new}</h2>
        <DepartureClock departure={draft.departure} />
        <FormHead by={null} onClose={close} />
      </div>
      <div className="form-three">
        <PhoneField
          draft={draft}
          change={change}
          wrong={wrong}
          isFixed={false}
          onEnter={() => form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()}
        />
        <TextInput
          label={messages.name}
          autoComplete="off"
          value={draft.name}
          error={wrong('name') ?? wrong('client_name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={ro.order.notes}
          autosize
          minRows={1}
          maxRows={3}
          value={draft.notes}
          error={wrong('about_client')}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
      </div>
      {account.pickup ? <FixedPickup name={account.pickup.name} /> : null}
      <PlaceFields
        places={draft.places}
        startAt={account.pickup ? 1 : 0}
        saved={NOTHING_SAVED}
        source="newer"
        problem={wrong}
        change={change}
        onListToggle={countOpen}
      />
      <Suspense fallback={null}>
        <GoodsFields draft={driven} change={change} problem={wrong} />
      </Suspense>
      <OptionFields chosen={draft.options} serviceId={account.service_id} problem={wrong} change={change} />
      <WhenField
        label={delivers ? messages.prep : ro.order.when.label}
        departure={draft.departure}
        error={wrong('departure') ?? wrong('departure_time')}
        change={change}
      />
      <EstimateLine draft={driven} />
      {wrong('protocol_user_id') ? (
        <p className="note tag-bad" role="alert">
          {wrong('protocol_user_id')}
        </p>
      ) : null}
      {noOrders ? (
        <p className="note tag-bad" role="alert">
          {noOrders} {ro.order.draftStays}
        </p>
      ) : null}
      <div className="form-foot">
        <span className="small dim account-pays">{messages.onAccount}</span>
        <Button
          type="submit"
          size="sm"
          miw={190}
          aria-busy={busy}
          data-busy={busy || undefined}
          aria-keyshortcuts={ariaKeys('placeOrder')}
          rightSection={busy ? null : <KeyHint of="placeOrder" />}
        >
          {busy ? ro.order.submitting : ro.order.submit}
        </Button>
      </div>
    </form>
  )
}

/** The contract's pickup, which an account cannot change. */
function FixedPickup({ name }: { name: string }) {
  return (
    <p className="account-from">
      <span className="place-letter" aria-hidden>
        A
      </span>
      <span>
        <span className="field-label">{messages.from}</span> {name}
      </span>
    </p>
  )
}
