import { readRouter } from '@dispecerat/contract/identity/settings'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { settingsMessages } from '../../shared/settings-page/settings-messages.ts'

const messages = settingsMessages.router

/**
 * The router that measures roads for the driver search. Read-only, because the server would send requests to a URL
 * typed here.
 */
export function RouterFact() {
  const { data } = useEndpointQuery(readRouter)
  if (!data) return null
  const { kind, url } = data.data
  return (
    <EditSection title={messages.title}>
      <p className="wide">
        {messages.kinds[kind]}
        {url === null ? null : (
          <>
            {': '}
            <code>{url}</code>
          </>
        )}
      </p>
      <p className="small dim wide">{messages.hint}</p>
    </EditSection>
  )
}
