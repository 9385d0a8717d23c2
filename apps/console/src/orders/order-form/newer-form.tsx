import { NameField, NotesField, PhoneField } from './client/client-fields.tsx'
import { ClientMemory } from './client/client-memory.tsx'
import { WhenField } from './departure/when-field.tsx'
import { PaymentFields } from './fare/payment-fields.tsx'
import { OptionFields } from './options/option-fields.tsx'
import { ServiceField } from './options/service-field.tsx'
import { PlaceFields } from './places/place-fields.tsx'
import { FormOutlook } from './search/form-outlook.tsx'
import type { FormProps, OrderFormState } from './use-order-form.ts'

/** The newer layout, in the order of the conversation: phone, address, order. */
export function NewerForm({ props, state }: { props: FormProps; state: OrderFormState }) {
  const { draft, change } = props
  const { client, wrong } = state
  const typed = { draft, change, wrong }
  return (
    <>
      <div className="form-three">
        <PhoneField {...typed} isFixed={props.phoneIsFixed} onEnter={state.focusPickup} />
        <NameField {...typed} />
        <NotesField {...typed} client={client} />
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
        source="newer"
        problem={wrong}
        change={change}
        onListToggle={state.countOpen}
      />
      <OptionFields chosen={draft.options} serviceId={draft.serviceId} problem={wrong} change={change} />
      <WhenField departure={draft.departure} error={wrong('departure') ?? wrong('departure_time')} change={change} />
      <div className="payment">
        <ServiceField chosen={draft.serviceId} error={wrong('service_id')} change={change} />
        <PaymentFields draft={draft} companyId={props.companyId} problem={wrong} change={change} />
      </div>
      <FormOutlook draft={draft} change={change} problem={wrong} />
    </>
  )
}
