import { listReportLinks, takeBackReportLink } from '@dispecerat/contract/office/driver-reports'
import { Button, Skeleton, Table } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { shownDay, shownTime, toWallTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { reportLinkMessages as messages } from './report-link-messages.ts'

const day = (at: Date) => shownDay(toWallTime(at).slice(0, 10))
/** A period ends at the midnight after its last day. */
const lastDay = (end: Date) => day(new Date(end.getTime() - 1))

/** The valid report links of a driver, whoever in the company made them; each can be revoked. */
export function OpenLinks({ driverId, onTakenBack }: { driverId: number; onTakenBack: () => void }) {
  const cache = useQueryClient()
  const { data, isError, refetch } = useEndpointQuery(listReportLinks, { query: { driver_id: driverId } })
  const takeBack = useAction((id: string, key) => request(takeBackReportLink, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.takenBack)
      onTakenBack()
      void invalidate(cache, listReportLinks)
    },
  })
  const confirmRevoke = (id: string) =>
    confirm({
      text: messages.confirmTakeBack,
      yes: messages.takeBack,
      danger: true,
      onYes: () => void takeBack.run(id),
    })
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="wide" height={60} />
  if (data.data.length === 0) return <p className="wide dim">{messages.noLinks}</p>
  return (
    <div className="wide report-links">
      <h3 className="small">{messages.links}</h3>
      <Table verticalSpacing={4} striped={false} aria-label={messages.links}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.period}</Table.Th>
            <Table.Th>{messages.validUntil}</Table.Th>
            <Table.Th>{messages.madeBy}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.data.map(({ id, from, to, expires_at, made_by }) => (
            <Table.Tr key={id}>
              <Table.Td className="digits">{`${shownTime(from, day)} – ${shownTime(to, lastDay)}`}</Table.Td>
              <Table.Td className="digits">{shownTime(expires_at)}</Table.Td>
              <Table.Td>{made_by?.name}</Table.Td>
              <Table.Td align="right">
                <Button size="compact-sm" variant="default" disabled={takeBack.busy} onClick={() => confirmRevoke(id)}>
                  {messages.takeBack}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
