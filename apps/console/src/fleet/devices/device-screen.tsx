import {
  createDevice,
  type Device,
  type DeviceChange,
  editDevice,
  listDevices,
  readDevice,
} from '@dispecerat/contract/fleet/devices'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { useNavigate, useParams } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useEditedRow } from '../../shared/edit-page/use-edited-row.ts'
import { shownTime } from '../../text/format.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { DeviceActs } from './device-acts.tsx'
import { DeviceFields, type DeviceValues, NEW_DEVICE } from './device-fields.tsx'
import { deviceMessages as messages } from './device-messages.ts'

/** /device/{id}: one phone, or a new one under /device/new. */
export function DeviceScreen() {
  const { id } = useParams({ from: '/app/device/$id' })
  return <DevicePage key={id} id={id === 'new' ? null : Number(id)} />
}

function DevicePage({ id }: { id: number | null }) {
  const navigate = useNavigate()
  const {
    row: device,
    form,
    page,
  } = useEditedRow<DeviceValues, Device>({
    entity: 'device',
    id,
    read: readDevice,
    empty: NEW_DEVICE,
    loadedOf: (known) => ({ values: valuesOf(known), version: known.version }),
    save: (changes, { version, key, all: { company_id, ...all } }) =>
      id === null
        ? request(createDevice, { body: { ...(company_id === null ? {} : { company_id }), ...all } }, { key })
        : request(editDevice, { params: { id }, body: changes as DeviceChange }, { key, version }),
    shownIn: [listDevices],
    open: (added) => void navigate({ to: '/device/$id', params: { id: String(added) }, replace: true }),
  })
  return (
    <EditPage
      title={device ? (device.model ?? messages.noModel) : messages.newTitle}
      aside={device ? <DeviceActs device={device} /> : null}
      {...page}
      labels={messages.fields}
    >
      <EditSection title={messages.sections.device}>
        <DeviceFields form={form} isNew={id === null} />
      </EditSection>
      {device ? (
        <>
          <AppFacts device={device} />
          <ChangeHistory entity="device" entityId={device.id} labels={messages.fields} />
        </>
      ) : null}
    </EditPage>
  )
}

function AppFacts({ device }: { device: Device }) {
  return (
    <EditSection title={messages.sections.app}>
      <div className="wide">
        {device.install_id === null ? <p className="dim">{messages.noInstall}</p> : null}
        <FactList facts={[[messages.columns.created_at, shownTime(device.created_at)], ...appFactsOf(device)]} />
      </div>
    </EditSection>
  )
}

function appFactsOf({ install_id, app_version, last_seen_at, has_push }: Device): [string, string][] {
  const { appFacts } = messages
  if (install_id === null) return []
  return [
    [appFacts.app_version, app_version ?? ''],
    [appFacts.install_id, install_id],
    [appFacts.last_seen_at, last_seen_at ? shownTime(last_seen_at) : messages.never],
    [appFacts.push, has_push ? messages.yes : messages.no],
  ]
}

function valuesOf({ imei, platform, model, os_version, phone_number, driver, notes }: Device): DeviceValues {
  return {
    company_id: null,
    imei: imei ?? '',
    platform,
    model: model ?? '',
    os_version: os_version ?? '',
    phone_number: phone_number ? prettyPhone(phone_number) : '',
    driver_id: driver?.id ?? null,
    notes: notes ?? '',
  }
}
