import { createDevice, type Device, type DeviceChange, editDevice, readDevice } from '@dispecerat/contract/devices'
import { prettyPhone } from '@dispecerat/domain/phone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { ChangeHistory } from '../../parts/edit-page/change-history.tsx'
import { EditPage, EditSection } from '../../parts/edit-page/edit-page.tsx'
import { useEditForm } from '../../parts/edit-page/use-edit-form.ts'
import { deviceWords as words } from '../../text/device-words.ts'
import { shownTime } from '../../text/format.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { DeviceActs } from './device-acts.tsx'
import { DeviceFields, type DeviceValues, NEW_DEVICE } from './device-fields.tsx'

/** /device/{id}: one phone, or a new one under /device/new. */
export function DeviceScreen() {
  const { id } = useParams({ from: '/app/device/$id' })
  return <DevicePage key={id} id={id === 'new' ? null : Number(id)} />
}

function DevicePage({ id }: { id: number | null }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data, isError, isLoading, refetch } = useQuery({
    queryKey: ['device', id],
    queryFn: ({ signal }) => call(readDevice, { params: { id } }, { signal }),
    enabled: id !== null,
  })
  const device = data?.data
  const form = useEditForm<DeviceValues, { data: Device }>({
    loaded: id === null ? { values: NEW_DEVICE } : device && { values: valuesOf(device), version: device.updated_at },
    save: (changes, { version, key, all: { company_id, ...all } }) =>
      id === null
        ? call(createDevice, { body: { ...(company_id === null ? {} : { company_id }), ...all } }, { key })
        : call(editDevice, { params: { id }, body: changes as DeviceChange }, { key, ...(version ? { version } : {}) }),
    saved: ({ data: saved }) => {
      cache.setQueryData(['device', saved.id], { data: saved })
      void cache.invalidateQueries({ queryKey: ['devices'] })
      void cache.invalidateQueries({ queryKey: ['changes', 'device', saved.id] })
      if (id === null) void navigate({ to: '/device/$id', params: { id: String(saved.id) }, replace: true })
    },
    reload: refetch,
  })
  return (
    <EditPage
      title={device ? (device.model ?? words.noModel) : words.newTitle}
      aside={device ? <DeviceActs device={device} /> : null}
      form={form}
      isNew={id === null}
      isLoading={isLoading}
      isError={isError}
      onRetry={() => void refetch()}
      labels={words.fields}
    >
      <EditSection title={words.sections.device}>
        <DeviceFields form={form} isNew={id === null} />
      </EditSection>
      {device ? (
        <>
          <AppFacts device={device} />
          <ChangeHistory entity="device" entityId={device.id} labels={words.fields} />
        </>
      ) : null}
    </EditPage>
  )
}

function AppFacts({ device }: { device: Device }) {
  const { appFacts } = words
  return (
    <EditSection title={words.sections.app}>
      <div className="wide">
        {device.install_id === null ? (
          <p className="dim">{words.noInstall}</p>
        ) : (
          <FactList
            facts={[
              [appFacts.app_version, device.app_version ?? ''],
              [appFacts.install_id, device.install_id],
              [appFacts.last_seen_at, device.last_seen_at ? shownTime(device.last_seen_at) : words.never],
              [appFacts.push, device.has_push ? words.yes : words.no],
            ]}
          />
        )}
      </div>
    </EditSection>
  )
}

function valuesOf({ imei, platform, model, os_version, phone_number, driver, notes }: Device): DeviceValues {
  return {
    ...{ company_id: null, imei: imei ?? '', platform, model: model ?? '', os_version: os_version ?? '' },
    ...{
      phone_number: phone_number ? prettyPhone(phone_number) : '',
      driver_id: driver?.id ?? null,
      notes: notes ?? '',
    },
  }
}
