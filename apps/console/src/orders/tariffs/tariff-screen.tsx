import { listCatalogueServices } from '@dispecerat/contract/identity/catalogue'
import { createTariff, editTariff, readTariff, type Tariff } from '@dispecerat/contract/orders/tariffs'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage } from '../../shared/edit-page/edit-page.tsx'
import { useEditedRow } from '../../shared/edit-page/use-edited-row.ts'
import { tariffMessages as messages } from '../../shared/settings-page/tariff-messages.ts'
import '../../shared/settings-page/catalogue.css'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { FareCalculator } from './fare-calculator.tsx'
import { NEW_TARIFF, priceOf, TariffFields, type TariffValues } from './tariff-fields.tsx'
import { useDeleteTariff } from './use-delete-tariff.ts'

/** /settings/tariffs/{id}: a tariff beside its calculator, or a new one for a service. */
export function TariffScreen() {
  const { id } = useParams({ from: '/app/settings/tariffs/$id' })
  const { company, service } = useSearch({ from: '/app/settings/tariffs/$id' }) as SettingsParams
  return (
    <SettingsFrame path="/settings/tariffs">
      <TariffPage key={id} id={id === 'new' ? null : Number(id)} companyId={company} serviceId={service} />
    </SettingsFrame>
  )
}

interface Props {
  /** Null: a new tariff. */
  id: number | null
  companyId: number | undefined
  serviceId: number | undefined
}

function TariffPage({ id, companyId, serviceId }: Props) {
  const navigate = useNavigate()
  const services = useQuery({
    queryKey: ['catalogue', 'service', companyId],
    queryFn: ({ signal }) => request(listCatalogueServices, { query: { company_id: companyId } }, { signal }),
    enabled: id === null,
  })
  const {
    row: tariff,
    form,
    page,
  } = useEditedRow<TariffValues, Tariff>({
    entity: 'tariff',
    id,
    read: (known, signal) => request(readTariff, { params: { id: known } }, { signal }),
    empty: NEW_TARIFF,
    loadedOf: (known) => ({ values: known, version: known.version }),
    save: (changes, { version, key, all }) =>
      id === null
        ? request(createTariff, { body: { company_id: companyId, service_id: serviceId ?? 0, ...all } }, { key })
        : request(editTariff, { params: { id }, body: changes }, { key, ...(version ? { version } : {}) }),
    shownIn: ['tariffs'],
    open: (added) =>
      void navigate({ to: '/settings/tariffs/$id', params: { id: String(added) }, search: {}, replace: true }),
  })
  const remove = useDeleteTariff()
  const service = tariff?.service_name ?? services.data?.data.find((one) => one.id === serviceId)?.name
  const typed = priceOf(form.values)
  const saved = tariff ? priceOf(tariff) : null
  return (
    <EditPage
      title={service ? messages.ofService(service) : messages.one}
      aside={
        tariff ? (
          <Button size="compact-sm" variant="default" color="red" onClick={() => void remove(tariff.id)}>
            {messages.remove}
          </Button>
        ) : null
      }
      {...page}
      labels={messages.fields}
    >
      <TariffFields form={form} />
      <FareCalculator tariff={typed} saved={form.changed.length > 0 ? saved : null} />
      {tariff ? <ChangeHistory entity="tariff" entityId={tariff.id} labels={messages.fields} /> : null}
    </EditPage>
  )
}
