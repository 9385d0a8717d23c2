import { exportPeople, listPeople, type PersonRow } from '@dispecerat/contract/office/people'
import { listErasures } from '@dispecerat/contract/office/personal-data'
import { mayReadPeople, type PeopleType } from '@dispecerat/domain/identity/role-grants'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { isPeopleType, type PeopleParams } from '../../routes/params/people-params.ts'
import { DataTable } from '../../shared/data-table/data-table.tsx'
import { TableTools } from '../../shared/data-table/table-tools.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { importMessages } from '../../text/import-messages.ts'
import { tableMessages } from '../../text/table-messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoSuchPage } from './no-such-page.tsx'
import { PeopleBulk } from './people-bulk.tsx'
import { nameOf, peopleColumns } from './people-columns.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { peopleMessages as messages } from './people-messages.ts'
import './people.css'

const ROUTE = '/app/users/$type'
const FILE_NAMES: Record<PeopleType, string> = {
  dispatcher: 'operatori',
  driver: 'soferi',
  client: 'clienti',
  company: 'companii-protocol',
  admin: 'administratori',
}

/** /users/{type}: all people of one kind in the visible companies. */
export function PeopleScreen() {
  const { type: requested } = useParams({ from: ROUTE })
  const { roles } = useUser()
  const type = isPeopleType(requested) ? requested : 'driver'
  if (!mayReadPeople(roles, type)) return <NoSuchPage />
  return <People key={type} type={type} />
}

function People({ type }: { type: PeopleType }) {
  const search = useTableParams<PeopleParams>(ROUTE)
  const { find, set, table } = search
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const cache = useQueryClient()
  const administers = useUser().permissions.includes('users.administer')
  const columns = useMemo(() => peopleColumns(type), [type])
  const filter = filterOf(type, find)
  const sheet = useTableRows(listPeople, { body: filter }, search)
  useLive('driver_status_changed', ({ driver_id: id }) => {
    if (sheet.rows?.some((person) => person.id === id)) void invalidate(cache, [listPeople, { body: filter }])
  })
  const title = messages.titles[type]
  return (
    <main id="content" className="page table-page">
      <h1>{title}</h1>
      <TableTools
        label={title}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={messages.searched}
        filters={<PeopleFilters type={type} find={find} onSet={set} />}
        columns={columns}
        columnsKey={`people.${type}`}
        actions={
          <>
            <ExportButtons path={exportPeople.path} method="POST" query={filter} fileName={FILE_NAMES[type]} />
            {administers && (type === 'driver' || type === 'client') ? (
              <LinkButton size="compact-sm" variant="default" to="/imports" search={{ kind: `${type}s` }}>
                {importMessages.open}
              </LinkButton>
            ) : null}
            {administers ? (
              <LinkButton size="compact-sm" to="/user/$id/$role" params={{ id: 'new', role: type }}>
                {tableMessages.add}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {administers && chosen.size > 0 ? (
        <PeopleBulk
          ids={[...chosen]}
          nameOf={(id) => {
            const person = sheet.rows?.find((one) => one.id === id)
            return person ? nameOf(person) : ''
          }}
          onDone={() => {
            setChosen(new Set())
            void invalidate(cache, listPeople, listErasures)
          }}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
      <DataTable<PersonRow>
        {...table}
        label={title}
        columns={columns}
        columnsKey={`people.${type}`}
        {...sheet}
        rowHref={({ id }) => `/user/${id}/${type}`}
        rowName={nameOf}
        {...(administers ? { selection: chosen, onSelect: setChosen } : {})}
      />
    </main>
  )
}

function filterOf(type: PeopleType, { search, state, company, papers: documents, sort }: PeopleParams) {
  return {
    type,
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
    ...(company ? { company_id: company } : {}),
    ...(documents && type === 'driver' ? { papers: documents } : {}),
    ...(sort ? { sort } : {}),
  }
}
