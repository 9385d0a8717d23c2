import { DISCOUNT_REFUSAL_TEXTS } from '@dispecerat/contract/orders/discount-refusals'
import { type DiscountPreview as Preview, previewDiscounts } from '@dispecerat/contract/orders/discounts'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { money } from '../../text/format.ts'
import { discountMessages as messages } from '../discount-messages.ts'

/** The discount that an order of the company would get now, and why not the others. */
export function DiscountPreview({ companyId }: { companyId: number }) {
  const [cost, setCost] = useState<number | null>(30)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const client = isPhone(normalizePhone(phone)) ? normalizePhone(phone) : null
  const body = { company_id: companyId, cost, client_phone: client, promo_code: code.trim() || null }
  const { data } = useEndpointQuery(previewDiscounts, { body }, { placeholderData: keepPreviousData })
  return (
    <section className="panel edit-section discount-preview" aria-labelledby="discount-preview">
      <h2 id="discount-preview">{messages.sections.preview}</h2>
      <p className="dim small">{messages.previewHint}</p>
      <div className="discount-preview-ask">
        <RonField label={messages.previewCost} value={cost} onChange={setCost} />
        <TextInput
          label={messages.previewPhone}
          type="tel"
          autoComplete="off"
          maxLength={20}
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <TextInput
          label={messages.previewCode}
          autoComplete="off"
          maxLength={24}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </div>
      {data ? <Answer preview={data.data} /> : null}
    </section>
  )
}

function Answer({ preview }: { preview: Preview }) {
  const { best, all } = preview
  return (
    <>
      <p role="status">
        <b>{best === null ? messages.nothing : gets(best)}</b>
      </p>
      <ul>
        {all
          .filter(({ id }) => id !== best?.id)
          .map(({ id, name, why_not }) => (
            <li key={id}>
              <span>{name}</span>
              <span className="dim">{why_not === null ? messages.applies : DISCOUNT_REFUSAL_TEXTS[why_not]}</span>
            </li>
          ))}
      </ul>
    </>
  )
}

function gets({ name, amount, to_pay }: NonNullable<Preview['best']>): string {
  return amount === null || to_pay === null ? messages.getsOf(name) : messages.gets(name, money(amount), money(to_pay))
}
