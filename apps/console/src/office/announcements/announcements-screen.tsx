import {
  type Announcement,
  listAnnouncements,
  listCurrentAnnouncements,
} from '@dispecerat/contract/office/announcements'
import { Button, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import type { AnnouncementParams } from '../../routes/params/notice-params.ts'
import { announcementMessages as messages } from '../../shared/announcements/announcement-messages.ts'
import { type Column, DataTable } from '../../shared/data-table/data-table.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { millisOf, shownTime } from '../../text/format.ts'
import { later } from '../../ui/later.ts'
import { serverNow } from '../../ui/now.ts'

const COLUMNS_KEY = 'announcements'

const AnnouncementForm = later(() => import('./announcement-form.tsx').then((m) => m.AnnouncementForm))

function timeOf({ starts_at, ends_at }: Announcement): keyof typeof messages.times {
  const now = serverNow()
  if (millisOf(starts_at) > now) return 'planned'
  return ends_at !== null && millisOf(ends_at) <= now ? 'over' : 'active'
}

function columnsFor(open: (announcement: Announcement) => void): readonly Column<Announcement>[] {
  const { columns } = messages
  return [
    {
      key: 'title',
      label: columns.title,
      render: (row) => (
        <UnstyledButton className="table-link" aria-label={messages.edit(row.title)} onClick={() => open(row)}>
          {row.title}
        </UnstyledButton>
      ),
    },
    { key: 'audience', label: columns.audience, render: ({ audience }) => messages.audiences[audience] },
    { key: 'time', label: columns.time, render: (row) => messages.times[timeOf(row)] },
    { key: 'starts_at', label: columns.starts_at, render: ({ starts_at }) => <time>{shownTime(starts_at)}</time> },
    {
      key: 'ends_at',
      label: columns.ends_at,
      render: ({ ends_at }) =>
        ends_at === null ? <span className="dim">{messages.forever}</span> : <time>{shownTime(ends_at)}</time>,
    },
    { key: 'by', label: columns.by, render: ({ created_by_name }) => created_by_name ?? '' },
  ]
}

/** /announcements: messages to drivers and dispatchers, with their period. */
export function AnnouncementsScreen() {
  const search = useTableParams<AnnouncementParams>('/app/announcements')
  const { find, set, table } = search
  const mayEdit = useUser().permissions.includes('announcements.edit')
  const [opened, setOpened] = useState<Announcement | 'new' | null>(null)
  const cache = useQueryClient()
  useLive('announcements_changed', () => void invalidate(cache, listCurrentAnnouncements, listAnnouncements))
  const { time, audience } = find
  const rows = useTableRows(listAnnouncements, { query: { time, audience } }, search)
  const { filters } = messages
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <search className="table-tools" aria-label={messages.title}>
        <FilterSelect
          label={filters.time}
          messages={messages.times}
          value={time}
          onChange={(chosen) => set({ time: chosen })}
        />
        <FilterSelect
          label={filters.audience}
          all={filters.anybody}
          messages={messages.audiences}
          value={audience}
          onChange={(chosen) => set({ audience: chosen })}
        />
        <span className="table-tools-space" />
        <Button
          size="compact-sm"
          data-disabled={!mayEdit || undefined}
          aria-disabled={!mayEdit}
          {...(mayEdit ? {} : { title: messages.readOnly, 'aria-description': messages.readOnly })}
          onClick={() => mayEdit && setOpened('new')}
        >
          {messages.add}
        </Button>
      </search>
      <DataTable<Announcement>
        label={messages.title}
        columns={columnsFor(setOpened)}
        columnsKey={COLUMNS_KEY}
        {...rows}
        empty={messages.empty}
        onOpen={setOpened}
        {...table}
      />
      {opened === null ? null : (
        <Suspense fallback={null}>
          <AnnouncementForm
            announcement={opened === 'new' ? null : (rows.rows?.find(({ id }) => id === opened.id) ?? opened)}
            isReadOnly={!mayEdit}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </main>
  )
}
