import { listCatalogueServices } from '@dispecerat/contract/identity/catalogue'
import { listTariffs, type Tariff } from '@dispecerat/contract/orders/tariffs'
import { Skeleton } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'
import '../../shared/data-table/data-table.css'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { tariffMessages as messages } from '../../shared/settings-page/tariff-messages.ts'
import { money } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/settings-page/catalogue.css'
import { SettingsCompany } from '../../shared/settings-page/settings-company.tsx'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'

/** /settings/tariffs: each service with its tariff, if any. */
export function TariffsScreen() {
  const { company } = useSearch({ from: '/app/settings/tariffs' }) as SettingsParams
  const companyId = useChosenCompany(company)
  const query = { company_id: companyId }
  const services = useEndpointQuery(listCatalogueServices, { query })
  const tariffs = useEndpointQuery(listTariffs, { query })
  const isError = services.isError || tariffs.isError
  const offered = services.data?.data.filter(({ is_active }) => is_active)
  const retry = () => void Promise.all([services.refetch(), tariffs.refetch()])
  return (
    <SettingsFrame path="/settings/tariffs">
      <main id="content" className="page settings-page">
        <header className="settings-head">
          <h1>{messages.title}</h1>
          <SettingsCompany value={companyId} />
        </header>
        <p className="small dim">{messages.note}</p>
        {isError ? <LoadFailed onRetry={retry} /> : null}
        {!isError && !(offered && tariffs.data) ? <Skeleton height={160} /> : null}
        {offered && tariffs.data ? (
          <section className="panel data-table data-table-scroll">
            <table aria-label={messages.list}>
              <Head />
              <tbody>
                {offered.map(({ id, name, base_tariff_id: baseId }) => (
                  <Row
                    key={id}
                    service={{ id, name }}
                    companyId={companyId}
                    tariff={tariffs.data.data.find(({ service_id }) => service_id === id)}
                    base={tariffs.data.data.find((tariff) => tariff.id === baseId)}
                  />
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
      </main>
    </SettingsFrame>
  )
}

const MONEY = ['start_fee', 'per_km', 'per_minute_wait', 'min_cost'] as const

function Head() {
  const { columns } = messages
  return (
    <thead>
      <tr>
        <th scope="col">{columns.service}</th>
        <th scope="col">{columns.name}</th>
        {MONEY.map((column) => (
          <th key={column} scope="col" className="is-number">
            {columns[column]}
          </th>
        ))}
        <th scope="col">{columns.night}</th>
      </tr>
    </thead>
  )
}

interface RowProps {
  service: { id: number; name: string }
  companyId: number | undefined
  tariff: Tariff | undefined
  /** The tariff used while the service has none of its own. */
  base: Tariff | undefined
}

function Row({ service, companyId, tariff, base }: RowProps) {
  if (!tariff) {
    return (
      <tr>
        <td>{service.name}</td>
        <td colSpan={6} className="dim">
          {messages.none}. {base ? `${messages.base(base.name)}.` : messages.noneHint}{' '}
          <Link
            className="table-link"
            to="/settings/tariffs/$id"
            params={{ id: 'new' }}
            search={{ service: service.id, ...(companyId === undefined ? {} : { company: companyId }) }}
            aria-label={messages.setOf(service.name)}
          >
            {messages.set}
          </Link>
        </td>
      </tr>
    )
  }
  return (
    <tr>
      <td>{service.name}</td>
      <td>
        <Link className="table-link" to="/settings/tariffs/$id" params={{ id: String(tariff.id) }} search={{}}>
          {tariff.name}
        </Link>
      </td>
      {MONEY.map((column) => (
        <td key={column} className="is-number digits">
          {money(tariff[column])}
        </td>
      ))}
      <td>
        {tariff.night_percent === 0 || tariff.night_from === tariff.night_to
          ? messages.noNight
          : messages.night(tariff.night_percent, tariff.night_from, tariff.night_to)}
      </td>
    </tr>
  )
}
