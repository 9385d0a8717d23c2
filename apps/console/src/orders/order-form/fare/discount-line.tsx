import { DISCOUNT_REFUSAL_TEXTS } from '@dispecerat/contract/orders/discount-refusals'
import { type DiscountPreview, previewDiscounts } from '@dispecerat/contract/orders/discounts'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { normalCode } from '@dispecerat/domain/orders/discount'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEndpointQuery } from '../../../api/endpoint-query.ts'
import { useUser } from '../../../api/session.ts'
import { money } from '../../../text/format.ts'
import { serverNow } from '../../../ui/now.ts'
import { discountMessages as messages } from '../../discount-messages.ts'
import './discount-line.css'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { OrderDraft } from '../draft/order-draft.ts'
import { bodyOfDraft } from './estimate.ts'
import { useEstimate } from './use-estimate.ts'

const REST_MS = 300
const FRESH_MS = 30_000

interface Props {
  draft: OrderDraft
  problem: (field: string) => string | undefined
  change: ChangeDraft
}

/** The discount of the order: automatic, by a code, or granted manually; nothing where the company has none. */
export function DiscountLine({ draft, problem, change }: Props) {
  const preview = useDiscountPreview(draft)
  if (preview === null || preview.all.length === 0) return null
  const manualDiscounts = preview.all.filter(({ trigger }) => trigger === 'manual')
  const takesCodes = preview.all.some(({ trigger }) => trigger === 'promo_code')
  const wrong = problem('promo_code') ?? problem('discount_id')
  const line = (
    <>
      <b>{messages.field}:</b> <span className="digits">{previewText(preview)}</span>
    </>
  )
  if (manualDiscounts.length === 0 && !takesCodes) return <div className="discount-line small">{line}</div>
  return (
    <details className="discount-line small" {...(wrong ? { open: true } : {})}>
      <summary>{line}</summary>
      <div className="discount-line-fields">
        {manualDiscounts.length > 0 ? (
          <NativeSelect
            size="xs"
            aria-label={messages.triggers.manual}
            value={String(draft.discountId ?? '')}
            error={problem('discount_id')}
            data={[
              { value: '', label: messages.automatic },
              ...manualDiscounts.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => change({ discountId: Number(event.currentTarget.value) || null })}
          />
        ) : null}
        {takesCodes ? (
          <TextInput
            size="xs"
            aria-label={messages.codeTyped}
            placeholder={messages.codeTyped}
            autoComplete="off"
            maxLength={24}
            value={draft.promoCode}
            error={problem('promo_code') ?? codeProblem(preview, draft.promoCode)}
            onChange={(event) => change({ promoCode: event.currentTarget.value.toUpperCase() })}
          />
        ) : null}
      </div>
    </details>
  )
}

function useDiscountPreview(draft: OrderDraft): DiscountPreview | null {
  const { permissions, companies } = useUser()
  /*
   * A discount belongs to one company; a user without a company would have to name one, which this form has no field
   * for.
   */
  const mayPreview = permissions.includes('discounts.read') && companies.length > 0
  const estimate = useEstimate(bodyOfDraft(draft, new Date(serverNow())))
  const phone = normalizePhone(draft.phone)
  const body = {
    client_phone: isPhone(phone) ? phone : null,
    service_id: draft.serviceId,
    cost: estimate?.cost ?? null,
    protocol_user_id: draft.voucher ? draft.protocolUserId : null,
    promo_code: draft.promoCode.trim() || null,
    discount_id: draft.discountId,
  }
  const [debounced] = useDebouncedValue(JSON.stringify(body), REST_MS)
  const { data } = useEndpointQuery(
    previewDiscounts,
    { body: JSON.parse(debounced) },
    { enabled: mayPreview, placeholderData: (before) => before, staleTime: FRESH_MS, gcTime: FRESH_MS, retry: false },
  )
  return data?.data ?? null
}

function previewText({ best }: DiscountPreview): string {
  if (best === null) return messages.none
  const { name, amount, to_pay } = best
  return amount === null || to_pay === null ? messages.getsOf(name) : messages.gets(name, money(amount), money(to_pay))
}

/** An unknown code is reported while it is typed; a known one that does not apply, with the reason. */
function codeProblem({ all }: DiscountPreview, typed: string): string | null {
  if (typed.trim() === '') return null
  const mine = all.find(({ code }) => code !== null && code === normalCode(typed))
  if (!mine) return messages.unknownCode
  return mine.why_not === null ? null : DISCOUNT_REFUSAL_TEXTS[mine.why_not]
}
