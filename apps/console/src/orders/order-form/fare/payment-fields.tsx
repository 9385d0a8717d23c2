import { Switch } from '@mantine/core'
import { Suspense } from 'react'
import { ariaKeys } from '../../../keys/registry.ts'
import { ro } from '../../../text/ro.ts'
import { onDemand } from '../../../ui/later.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { OrderDraft } from '../draft/order-draft.ts'
import { useOrderChoices } from '../options/use-order-choices.ts'

const ProtocolSelect = onDemand(() => import('../options/company-selects.tsx').then((m) => m.ProtocolSelect))
const PartnerSelect = onDemand(() => import('../options/company-selects.tsx').then((m) => m.PartnerSelect))

/** Payment (voucher of a protocol company) and the companies included in the search. */
export function PaymentFields({
  draft,
  companyId,
  problem,
  change,
}: {
  draft: OrderDraft
  companyId: number | undefined
  problem: (field: string) => string | undefined
  change: ChangeDraft
}) {
  const { partners, partnerIds, protocols } = useOrderChoices(companyId)
  return (
    <>
      <Switch
        label={ro.order.voucher}
        size="sm"
        checked={draft.voucher}
        aria-keyshortcuts={ariaKeys('voucher')}
        onChange={(event) => change({ voucher: event.currentTarget.checked, voucherTouched: true })}
      />
      {draft.voucher ? (
        <Suspense fallback={null}>
          <ProtocolSelect
            companies={protocols}
            chosen={draft.protocolUserId}
            error={problem('protocol') ?? problem('protocol_user_id')}
            onChange={(protocolUserId) => change({ protocolUserId, voucherTouched: true })}
          />
        </Suspense>
      ) : null}
      {partners.length > 0 ? (
        <Suspense fallback={null}>
          <PartnerSelect
            partners={partners}
            chosen={draft.partner}
            byDefault={partnerIds.byDefault}
            error={problem('search_company_ids')}
            onChange={(partner) => change({ partner })}
          />
        </Suspense>
      ) : null}
    </>
  )
}
