import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import { listTariffs } from '@dispecerat/contract/orders/tariffs'
import { NativeSelect, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { companyAdminMessages } from '../../shared/places/company-admin-messages.ts'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'

const MAX_CODE = 60
const NONE = ''

/** Fields of a service besides its name; null: none. */
export interface ServiceValues {
  code: string
  package_id: 1 | 2 | 3 | null
  base_tariff_id: number | null
}

export function serviceValues(entry: CatalogueEntry | null): ServiceValues {
  return {
    code: entry?.code ?? '',
    package_id: (entry?.package_id ?? null) as ServiceValues['package_id'],
    base_tariff_id: entry?.base_tariff_id ?? null,
  }
}

/** Only the fields that this owner's services have are sent; an empty code is derived from the name. */
export function serviceBody({ code, package_id, base_tariff_id }: ServiceValues, isOfPlatform: boolean) {
  return {
    ...(code.trim() === '' ? {} : { code: code.trim() }),
    ...(isOfPlatform ? { package_id } : { base_tariff_id }),
  }
}

interface Props {
  values: ServiceValues
  errors: Readonly<Record<string, string[]>>
  onChange: (change: Partial<ServiceValues>) => void
  /** Null: the platform. */
  ownerId: number | null
  entry: CatalogueEntry | null
}

/** Code and, depending on the owner, the package it is for or the tariff it borrows. */
export function ServiceFields({ values, errors, onChange, ownerId, entry }: Props) {
  return (
    <>
      <TextInput
        label={messages.code}
        description={messages.codeHint}
        maxLength={MAX_CODE}
        value={values.code}
        error={errors.code?.join(' ')}
        onChange={(event) => onChange({ code: event.currentTarget.value })}
      />
      {ownerId === null ? (
        <NativeSelect
          label={messages.package}
          description={messages.packageHint}
          disabled={entry?.is_fixed === true}
          data={[
            { value: NONE, label: messages.anyPackage },
            ...Object.entries(companyAdminMessages.packages).map(([value, label]) => ({ value, label })),
          ]}
          value={String(values.package_id ?? NONE)}
          error={errors.package_id?.join(' ')}
          onChange={({ currentTarget: { value } }) =>
            onChange({ package_id: value === NONE ? null : (Number(value) as ServiceValues['package_id']) })
          }
        />
      ) : (
        <BaseTariff {...{ values, errors, onChange, ownerId, entry }} />
      )}
    </>
  )
}

function BaseTariff({ values, errors, onChange, ownerId, entry }: Props & { ownerId: number }) {
  const { data } = useEndpointQuery(listTariffs, { query: { company_id: ownerId } })
  const others = (data?.data ?? []).filter(({ service_id }) => service_id !== entry?.id)
  return (
    <NativeSelect
      label={messages.baseTariff}
      description={messages.baseTariffHint}
      data={[
        { value: NONE, label: messages.noBaseTariff },
        ...others.map(({ id, name, service_name }) => ({
          value: String(id),
          label: messages.tariffOf(name, service_name),
        })),
      ]}
      value={String(values.base_tariff_id ?? NONE)}
      error={errors.base_tariff_id?.join(' ')}
      onChange={({ currentTarget: { value } }) => onChange({ base_tariff_id: value === NONE ? null : Number(value) })}
    />
  )
}
