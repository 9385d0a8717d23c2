import { readRouter } from '@dispecerat/contract/identity/settings'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { EditSection } from '../../shared/edit-page/edit-page.tsx'
import { settingsMessages } from '../../shared/settings-page/settings-messages.ts'

const messages = settingsMessages.router

/**
 * The router that measures roads for the driver search. Read-only, because the server would send requests to a URL
 * typed here.
 */
export function RouterFact() {
  const { data } = useQuery({ queryKey: ['router'], queryFn: ({ signal }) => request(readRouter, {}, { signal }) })
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
