import { Select } from '@mantine/core'
import { ro } from '../../../text/ro.ts'
import type { PartnerChoice } from '../fare/partner-choice.ts'

const STILL = { transitionProps: { duration: 0 } }

interface ProtocolProps {
  companies: readonly { id: number; name: string | null }[]
  chosen: number | null
  error: string | undefined
  onChange: (id: number | null) => void
}

/** The company a voucher is charged to. */
export function ProtocolSelect({ companies, chosen, error, onChange }: ProtocolProps) {
  return (
    <Select
      aria-label={ro.order.protocolCompany}
      placeholder={ro.order.protocolCompany}
      searchable
      withScrollArea={false}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
      data={companies.map((company) => ({ value: String(company.id), label: company.name ?? String(company.id) }))}
      value={chosen === null ? null : String(chosen)}
      error={error}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      comboboxProps={STILL}
    />
  )
}

interface ServiceProps {
  services: readonly { id: number; name: string }[]
  chosen: number
  error: string | undefined
  onChange: (id: number) => void
}

/** The ordered service: a ride, a courier, a meal. */
export function ServiceSelect({ services, chosen, error, onChange }: ServiceProps) {
  return (
    <Select
      className="partner"
      label={ro.order.form.service}
      labelProps={{ className: 'inline-label' }}
      allowDeselect={false}
      data={services.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(chosen)}
      error={error}
      onChange={(id) => id && onChange(Number(id))}
      comboboxProps={{ ...STILL, preventPositionChangeWhenVisible: false }}
    />
  )
}

interface PartnerProps {
  partners: readonly { id: number; name: string }[]
  chosen: PartnerChoice
  /** The partners that are searched until the user chooses. */
  byDefault?: readonly number[]
  error?: string | undefined
  onChange: (partner: string) => void
}

/** The partner companies whose drivers may get the order too. */
export function PartnerSelect({ partners, chosen, byDefault = [], error, onChange }: PartnerProps) {
  return (
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
      value={chosen ?? (byDefault.length > 0 ? 'all' : 'own')}
      error={error}
      onChange={(partner) => onChange(partner ?? 'own')}
      comboboxProps={{ ...STILL, preventPositionChangeWhenVisible: false }}
    />
  )
}
