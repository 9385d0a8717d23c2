import { Select, Switch } from '@mantine/core'
import { ariaKeys } from '../../keys/registry.ts'
import { ro } from '../../text/ro.ts'
import type { ChangeDraft } from './draft-store.ts'
import type { OrderDraft } from './order-draft.ts'
import { useOrderChoices } from './use-order-choices.ts'

/** Who pays (voucher of a protocol company) and which companies are asked. */
export function PaymentFields({
  draft,
  error,
  change,
}: {
  draft: OrderDraft
  error: string | undefined
  change: ChangeDraft
}) {
  const { partners, protocols } = useOrderChoices()
  return (
    <div className="payment">
      <Switch
        label={ro.order.voucher}
        size="sm"
        checked={draft.voucher}
        aria-keyshortcuts={ariaKeys('voucher')}
        onChange={(event) => change({ voucher: event.currentTarget.checked, voucherTouched: true })}
      />
      {draft.voucher ? (
        <Select
          aria-label={ro.order.protocolCompany}
          placeholder={ro.order.protocolCompany}
          searchable
          data={protocols.map((company) => ({ value: String(company.id), label: company.name ?? String(company.id) }))}
          value={draft.protocolUserId === null ? null : String(draft.protocolUserId)}
          error={error}
          onChange={(id) => change({ protocolUserId: id === null ? null : Number(id), voucherTouched: true })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      ) : null}
      {partners.length > 0 ? (
        <Select
          className="partner"
          label={ro.order.partner}
          labelProps={{ className: 'inline-label' }}
          allowDeselect={false}
          data={[
            { value: 'own', label: ro.order.ownOnly },
            { value: 'all', label: ro.order.allPartners },
            ...partners.map((partner) => ({ value: String(partner.id), label: partner.name })),
          ]}
          value={draft.partner}
          onChange={(partner) => change({ partner: partner ?? 'own' })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      ) : null}
    </div>
  )
}
