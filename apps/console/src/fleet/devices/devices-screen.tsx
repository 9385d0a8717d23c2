import { type Device, exportDevices, listDevices } from '@dispecerat/contract/fleet/devices'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Suspense } from 'react'
import type { DeviceParams } from '../../routes/params/fleet-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { type TableFind, useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { useFleetInvalidation } from '../../shared/drivers/use-fleet-invalidation.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { CompanyFilter } from '../../shared/filters/company-filter.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { shownTime } from '../../text/format.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { deviceMessages as messages } from './device-messages.ts'
import { StatusTag } from './status-tag.tsx'

const DevicesBulk = later(() => import('./devices-bulk.tsx').then((m) => m.DevicesBulk))

const KEY = 'devices'
const TYPING_MS = 300
const COLUMNS: readonly Column<Device>[] = [
  { key: 'model', label: messages.columns.model, render: ({ model }) => model ?? messages.noModel, sortable: true },
  {
    key: 'driver',
    label: messages.columns.driver,
    render: ({ driver }) =>
      driver ? (
        [driver.indicativ, driver.name].filter(Boolean).join(' · ')
      ) : (
        <span className="dim">{messages.nobody}</span>
      ),
    sortable: true,
  },
  {
    key: 'status',
    label: messages.columns.status,
    render: ({ status }) => <StatusTag status={status} />,
    sortable: true,
  },
  { key: 'app_version', label: messages.columns.app_version, render: ({ app_version }) => app_version, sortable: true },
  { key: 'platform', label: messages.columns.platform, render: ({ platform }) => messages.platforms[platform] },
  {
    key: 'os_version',
    label: messages.columns.os_version,
    render: ({ os_version }) => os_version,
    hiddenByDefault: true,
  },
  {
    key: 'last_seen_at',
    label: messages.columns.last_seen_at,
    render: ({ last_seen_at }) => (last_seen_at ? <time>{shownTime(last_seen_at)}</time> : messages.never),
    sortable: true,
  },
  { key: 'imei', label: messages.columns.imei, render: ({ imei }) => <span className="digits">{imei}</span> },
  {
    key: 'phone_number',
    label: messages.columns.phone_number,
    render: ({ phone_number }) => (phone_number ? <span className="digits">{prettyPhone(phone_number)}</span> : null),
  },
  {
    key: 'company',
    label: messages.columns.company,
    render: ({ company_name }) => company_name,
    hiddenByDefault: true,
  },
  {
    key: 'created_at',
    label: messages.columns.created_at,
    render: ({ created_at }) => <time>{shownTime(created_at)}</time>,
    sortable: true,
    hiddenByDefault: true,
  },
]

/** /devices: phones with the drivers' app. */
export function DevicesScreen() {
  const search = useTableParams<DeviceParams>('/app/devices')
  const filter = filterOf(search.find)
  const rows = useTableRows(listDevices, { query: filter }, search, { byBody: true })
  useFleetInvalidation(
    listDevices,
    'devices_changed',
    (id) => rows.rows?.some(({ driver }) => driver?.id === id) ?? false,
  )
  return (
    <TablePage<Device>
      title={messages.title}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/device/${id}`}
      rowName={({ id, model, driver }) => [model ?? messages.noModel, driver?.name ?? `#${id}`].join(' · ')}
      bulk={(chosen) => (
        <Suspense fallback={null}>
          <DevicesBulk {...chosen} />
        </Suspense>
      )}
      filters={<Filters find={search.find} onSet={search.set} />}
      actions={
        <>
          <ExportButtons path={exportDevices.path} method="POST" query={filter} fileName="dispozitive" />
          <LinkButton size="compact-sm" to="/device/$id" params={{ id: 'new' }}>
            {tableMessages.add}
          </LinkButton>
        </>
      }
    />
  )
}

function Filters({ find, onSet }: { find: DeviceParams; onSet: TableFind<DeviceParams>['set'] }) {
  const { filters } = messages
  const type = useDebouncedCallback((version: string) => onSet({ version: version.trim() || undefined }), TYPING_MS)
  return (
    <>
      <FilterSelect
        label={filters.status}
        messages={messages.statuses}
        value={find.status}
        onChange={(status) => onSet({ status })}
      />
      <FilterSelect
        label={filters.platform}
        messages={messages.platforms}
        value={find.platform}
        onChange={(platform) => onSet({ platform })}
      />
      <CompanyFilter value={find.company} onChange={(company) => onSet({ company })} />
      <TextInput
        size="xs"
        w={150}
        aria-label={filters.version}
        placeholder={filters.version}
        maxLength={40}
        defaultValue={find.version ?? ''}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={filters.alone}
        checked={find.alone === 1}
        onChange={(event) => onSet({ alone: event.currentTarget.checked ? 1 : undefined })}
      />
    </>
  )
}

function filterOf({ search, status, platform, company, version, alone, sort }: DeviceParams) {
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(company ? { company_id: company } : {}),
    ...(version ? { app_version: version } : {}),
    ...(alone ? { without_driver: '1' as const } : {}),
    ...(sort ? { sort: sort as 'model' } : {}),
  }
}
