import { listConsents } from '@dispecerat/contract/identity/companies'
import { Skeleton } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import '../../shared/data-table/data-table.css'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { consentMessages as messages } from './consent-messages.ts'

/** Consents given in the company's name. */
export function CompanyConsents({ id }: { id: number }) {
  const { data, isError, refetch } = useEndpointQuery(listConsents, { params: { id } })
  const consents = data?.data
  return (
    <EditSection title={messages.title} note={<p className="small dim">{messages.hint}</p>}>
      <div className="wide data-table data-table-scroll">
        {isError && !consents ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!consents && !isError ? <Skeleton height={60} /> : null}
        {consents?.length === 0 ? <p className="dim">{messages.none}</p> : null}
        {consents && consents.length > 0 ? (
          <table aria-label={messages.title}>
            <thead>
              <tr>
                <th scope="col">{messages.at}</th>
                <th scope="col">{messages.who}</th>
                <th scope="col">{messages.what}</th>
                <th scope="col">{messages.texts}</th>
                <th scope="col">{messages.ip}</th>
              </tr>
            </thead>
            <tbody>
              {consents.map(({ id: key, user, given_at, wording, texts, ip }) => (
                <tr key={key}>
                  <td>{shownTime(given_at)}</td>
                  <td>{[user.name, user.email].filter(Boolean).join(' · ')}</td>
                  <td>{wording}</td>
                  <td>
                    {texts.map(({ url, version }) => (
                      <div key={url}>
                        <a className="table-link" href={`/page/${url}`} target="_blank" rel="noopener">
                          {messages.names[url] ?? url}
                        </a>{' '}
                        · {messages.version(version)}
                      </div>
                    ))}
                  </td>
                  <td>{ip ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </EditSection>
  )
}
