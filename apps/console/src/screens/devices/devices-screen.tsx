import { type Device, exportDevices, listDevices } from '@dispecerat/contract/devices'
import { DEVICE_STATUSES, type DeviceStatus } from '@dispecerat/domain/car'
import { prettyPhone } from '@dispecerat/domain/phone'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { DeviceSearch } from '../../parts/fleet-search.ts'
import { deviceWords as words } from '../../text/device-words.ts'
import { shownTime } from '../../text/format.ts'
import { tableWords } from '../../text/table-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { StatusTag } from './status-tag.tsx'

const KEY = 'devices'
const COLUMNS: readonly Column<Device>[] = [
  { key: 'model', label: words.columns.model, render: ({ model }) => model ?? words.noModel, sortable: true },
  {
    key: 'driver',
    label: words.columns.driver,
    render: ({ driver }) =>
      driver ? (
        [driver.indicativ, driver.name].filter(Boolean).join(' · ')
      ) : (
        <span className="dim">{words.nobody}</span>
      ),
    sortable: true,
  },
  { key: 'status', label: words.columns.status, render: ({ status }) => <StatusTag status={status} />, sortable: true },
  { key: 'app_version', label: words.columns.app_version, render: ({ app_version }) => app_version, sortable: true },
  { key: 'platform', label: words.columns.platform, render: ({ platform }) => words.platforms[platform] },
  { key: 'os_version', label: words.columns.os_version, render: ({ os_version }) => os_version, hiddenByDefault: true },
  {
    key: 'last_seen_at',
    label: words.columns.last_seen_at,
    render: ({ last_seen_at }) => (last_seen_at ? <time>{shownTime(last_seen_at)}</time> : words.never),
    sortable: true,
  },
  { key: 'imei', label: words.columns.imei, render: ({ imei }) => <span className="digits">{imei}</span> },
  {
    key: 'phone_number',
    label: words.columns.phone_number,
    render: ({ phone_number }) => (phone_number ? <span className="digits">{prettyPhone(phone_number)}</span> : null),
  },
  { key: 'company', label: words.columns.company, render: ({ company_name }) => company_name, hiddenByDefault: true },
]

/** /devices: phones with the drivers' app. */
export function DevicesScreen() {
  const { find, page, perPage, set, table } = useTableSearch<DeviceSearch>('/app/devices')
  const filter = filterOf(find)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listDevices, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <TableTools
        label={words.title}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={<Filters find={find} onSet={set} />}
        columns={COLUMNS}
        columnsKey={KEY}
        actions={
          <>
            <ExportButtons path={exportDevices.path} method="POST" query={filter} fileName="dispozitive" />
            <LinkButton size="compact-sm" to="/device/$id" params={{ id: 'new' }}>
              {tableWords.add}
            </LinkButton>
          </>
        }
      />
      <DataTable<Device>
        {...table}
        label={words.title}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        rowHref={({ id }) => `/device/${id}`}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}

interface FilterProps {
  find: DeviceSearch
  onSet: (change: { [K in keyof DeviceSearch]?: DeviceSearch[K] | undefined }) => void
}

function Filters({ find, onSet }: FilterProps) {
  const { filters } = words
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={filters.status}
        value={find.status ?? ''}
        data={[
          { value: '', label: `${filters.status}: ${filters.any}` },
          ...DEVICE_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChange={(event) => onSet({ status: (event.currentTarget.value || undefined) as DeviceStatus | undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label={filters.platform}
        value={find.platform ?? ''}
        data={[
          { value: '', label: `${filters.platform}: ${filters.any}` },
          { value: 'android', label: words.platforms.android },
          { value: 'ios', label: words.platforms.ios },
        ]}
        onChange={(event) => onSet({ platform: (event.currentTarget.value || undefined) as 'ios' | undefined })}
      />
    </>
  )
}

function filterOf({ search, status, platform, sort }: DeviceSearch) {
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(sort ? { sort: sort as 'model' } : {}),
  }
}
