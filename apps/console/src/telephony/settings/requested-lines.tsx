import {
  grantPhoneLine,
  listRequestedLines,
  type PhoneLine,
  readOutgoing,
  readTelephone,
} from '@dispecerat/contract/telephony/telephone-admin'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { telephoneMessages } from '../../shared/settings-page/telephone-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { outgoingMessages } from './outgoing-messages.ts'
import { TelephoneTable } from './telephone-table.tsx'

const messages = outgoingMessages.asked
const lineMessages = telephoneMessages.lines

/** Phone lines that companies have requested from the platform. */
export function RequestedLines() {
  const cache = useQueryClient()
  const { data } = useEndpointQuery(listRequestedLines)
  const grant = useAction((line: PhoneLine, key) => request(grantPhoneLine, { params: { id: line.id } }, { key }), {
    done: () => {
      toast.good(outgoingMessages.lines.wasGranted)
      void invalidate(cache, readTelephone, listRequestedLines, readOutgoing)
    },
  })
  if (!data) return null
  return (
    <TelephoneTable
      messages={messages}
      heads={[messages.company, lineMessages.number, lineMessages.name, lineMessages.actions]}
      isEmpty={data.data.length === 0}
      rows={data.data.map((line) => (
        <tr key={line.id}>
          <td>{line.company_name}</td>
          <td className="digits">{prettyPhone(line.number)}</td>
          <td>{line.name}</td>
          <td>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${lineMessages.of(outgoingMessages.lines.grant, prettyPhone(line.number))}, ${line.company_name}`}
              onClick={() => void grant.run(line)}
            >
              {outgoingMessages.lines.grant}
            </Button>
          </td>
        </tr>
      ))}
    />
  )
}
