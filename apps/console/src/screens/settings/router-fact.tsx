import { readRouter } from '@dispecerat/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { EditSection } from '../../parts/edit-page/edit-page.tsx'
import { settingsMessages } from '../../text/settings-messages.ts'

const messages = settingsMessages.router

/** Which router measures roads for the search; only told, because an address typed here would be called by the server. */
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
