import { listCatalogueServices } from '@dispecerat/contract/identity/catalogue'
import {
  createTariff,
  deleteTariff,
  editTariff,
  listTariffs,
  readTariff,
  restoreTariff,
  type Tariff,
} from '@dispecerat/contract/orders/tariffs'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage } from '../../shared/edit-page/edit-page.tsx'
import { useEditedRow } from '../../shared/edit-page/use-edited-row.ts'
import { tariffMessages as messages } from '../../shared/settings-page/tariff-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import '../../shared/settings-page/catalogue.css'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { FareCalculator } from './fare-calculator.tsx'
import { NEW_TARIFF, priceOf, TariffFields, type TariffValues } from './tariff-fields.tsx'

const UNDO_MS = 6_000

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
  const services = useEndpointQuery(
    listCatalogueServices,
    { query: { company_id: companyId } },
    { enabled: id === null },
  )
  const {
    row: tariff,
    form,
    page,
  } = useEditedRow<TariffValues, Tariff>({
    entity: 'tariff',
    id,
    read: readTariff,
    empty: NEW_TARIFF,
    loadedOf: (known) => ({ values: known, version: known.version }),
    save: (changes, { version, key, all }) =>
      id === null
        ? request(createTariff, { body: { company_id: companyId, service_id: serviceId ?? 0, ...all } }, { key })
        : request(editTariff, { params: { id }, body: changes }, { key, version }),
    shownIn: [listTariffs],
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

/** Deletes, returns to the list, and offers to undo. */
function useDeleteTariff() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void invalidate(cache, listTariffs)
  const restore = useAction((id: number, key) => request(restoreTariff, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((id: number, key) => request(deleteTariff, { params: { id } }, { key }), {
    done: (_, id) => {
      refresh()
      void navigate({ to: '/settings/tariffs', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return remove.run
}
