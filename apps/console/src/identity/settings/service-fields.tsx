import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import { listTariffs } from '@dispecerat/contract/orders/tariffs'
import { NativeSelect, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { Form } from '../../shared/form/use-form.ts'
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
  form: Pick<Form<ServiceValues>, 'values' | 'bind' | 'set'>
  /** Null: the platform. */
  ownerId: number | null
  entry: CatalogueEntry | null
}

/** Code and, depending on the owner, the package it is for or the tariff it borrows. */
export function ServiceFields({ form, ownerId, entry }: Props) {
  return (
    <>
      <TextInput label={messages.code} description={messages.codeHint} maxLength={MAX_CODE} {...form.bind('code')} />
      {ownerId === null ? (
        <NativeSelect
          {...form.bind('package_id')}
          label={messages.package}
          description={messages.packageHint}
          disabled={entry?.is_fixed === true}
          data={[
            { value: NONE, label: messages.anyPackage },
            ...Object.entries(companyAdminMessages.packages).map(([value, label]) => ({ value, label })),
          ]}
          value={String(form.values.package_id ?? NONE)}
          onChange={({ currentTarget: { value } }) =>
            form.set('package_id', value === NONE ? null : (Number(value) as ServiceValues['package_id']))
          }
        />
      ) : (
        <BaseTariff form={form} ownerId={ownerId} entry={entry} />
      )}
    </>
  )
}

function BaseTariff({ form, ownerId, entry }: Props & { ownerId: number }) {
  const { data } = useEndpointQuery(listTariffs, { query: { company_id: ownerId } })
  const others = (data?.data ?? []).filter(({ service_id }) => service_id !== entry?.id)
  return (
    <NativeSelect
      {...form.bind('base_tariff_id')}
      label={messages.baseTariff}
      description={messages.baseTariffHint}
      data={[
        { value: NONE, label: messages.noBaseTariff },
        ...others.map(({ id, name, service_name }) => ({
          value: String(id),
          label: messages.tariffOf(name, service_name),
        })),
      ]}
      value={String(form.values.base_tariff_id ?? NONE)}
      onChange={({ currentTarget: { value } }) => form.set('base_tariff_id', value === NONE ? null : Number(value))}
    />
  )
}
