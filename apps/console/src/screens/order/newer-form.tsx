import { NameField, NotesField, PhoneField } from './client-fields.tsx'
import { ClientMemory } from './client-memory.tsx'
import { FormOutlook } from './form-outlook.tsx'
import { OptionFields } from './option-fields.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { ServiceField } from './service-field.tsx'
import type { FormProps, OrderFormState } from './use-order-form.ts'
import { WhenField } from './when-field.tsx'

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
