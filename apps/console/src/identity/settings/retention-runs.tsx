import { listRetentionRuns } from '@dispecerat/contract/office/retention'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Skeleton, Table } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { retentionMessages as messages } from './retention-messages.ts'

/** Number of records that the last nightly retention runs deleted. */
export function RetentionRuns({ companyId }: { companyId: number | undefined }) {
  const { data, isError, refetch } = useEndpointQuery(listRetentionRuns, { query: { company_id: companyId } })
  return (
    <section className="panel edit-section" aria-labelledby="retention-runs">
      <h2 id="retention-runs">{messages.title}</h2>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={60} /> : null}
      {data?.data.length === 0 ? <p className="dim">{messages.none}</p> : null}
      {data && data.data.length > 0 ? (
        <Table verticalSpacing={4} striped={false} aria-labelledby="retention-runs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.at}</Table.Th>
              <Table.Th>{messages.what}</Table.Th>
              <Table.Th>{messages.olderThan}</Table.Th>
              <Table.Th ta="right">{messages.removed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td className="digits">{shownTime(run.ran_at)}</Table.Td>
                <Table.Td>{messages.kinds[run.kind]}</Table.Td>
                <Table.Td className="digits">{shownTime(run.older_than)}</Table.Td>
                <Table.Td className="digits" ta="right">
                  {groupThousands(run.removed)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </section>
  )
}
