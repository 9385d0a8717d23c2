import { ro } from '../../text/ro.ts'
import { NameField, NotesField, PhoneField } from './client/client-fields.tsx'
import { ClientMemory } from './client/client-memory.tsx'
import { PickupMinutes } from './departure/pickup-minutes.tsx'
import { PaymentFields } from './fare/payment-fields.tsx'
import { OptionFields } from './options/option-fields.tsx'
import { ServiceField } from './options/service-field.tsx'
import { AddressHistory } from './places/address-history.tsx'
import { PlaceFields } from './places/place-fields.tsx'
import { FormOutlook } from './search/form-outlook.tsx'
import type { FormProps, OrderFormState } from './use-order-form.ts'

/** The older layout: fields in one column, the client's past addresses beside them, minutes instead of an hour. */
export function ClassicForm({ props, state }: { props: FormProps; state: OrderFormState }) {
  const { draft, change } = props
  const { client, wrong } = state
  const typed = { draft, change, wrong }
  return (
    <div className="classic-form">
      <div className="classic-fields">
        <div className="form-two">
          <PhoneField {...typed} isFixed={props.phoneIsFixed} onEnter={state.focusPickup} />
          <ServiceField chosen={draft.serviceId} error={wrong('service_id')} change={change} />
        </div>
        <ClientMemory
          draft={draft}
          client={client}
          isLoading={state.isLoading}
          isWarned={state.isWarned}
          pick={state.pick}
        />
        <PlaceFields
          places={draft.places}
          saved={state.saved}
          source="classic"
          problem={wrong}
          change={change}
          onListToggle={state.countOpen}
        />
        <NameField {...typed} />
        <NotesField {...typed} client={client} />
        <PickupMinutes
          departure={draft.departure}
          error={wrong('departure') ?? wrong('departure_time')}
          change={change}
        />
        <OptionFields
          chosen={draft.options}
          serviceId={draft.serviceId}
          captions={ro.order.form.captions}
          problem={wrong}
          change={change}
        />
        <div className="payment">
          <PaymentFields draft={draft} companyId={props.companyId} problem={wrong} change={change} />
        </div>
        <FormOutlook draft={draft} change={change} problem={wrong} />
      </div>
      <AddressHistory clientId={client?.id ?? null} onPick={state.pick} />
    </div>
  )
}
