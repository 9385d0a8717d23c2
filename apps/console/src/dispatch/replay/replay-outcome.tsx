import type { ReplayResult } from '@dispecerat/contract/dispatch/replays'
import { Table } from '@mantine/core'
import { hourAndMinute, shownTime } from '../../text/format.ts'
import { ReplayDrivers } from './replay-drivers.tsx'
import { type FigureRow, figureRows } from './replay-figures.ts'
import { replayMessages as messages } from './replay-messages.ts'

/** The result of a replay: figures side by side, drivers who gain or lose, bans. */
export function ReplayOutcome({ result }: { result: ReplayResult }) {
  if (result.past.orders === 0) return <p role="status">{messages.empty}</p>
  if (result.positions === 0) return <p role="status">{messages.noPositions}</p>
  return (
    <>
      <p className="small">{messages.modelled(result.learned_from)}</p>
      <Figures result={result} />
      <p className="small dim">{messages.servedOnly}</p>
      <ReplayDrivers drivers={result.drivers} />
      <Bans result={result} />
    </>
  )
}

function Figures({ result }: { result: ReplayResult }) {
  return (
    <Table className="replay-figures" verticalSpacing={3} horizontalSpacing={4} aria-label={messages.figures}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{messages.figure}</Table.Th>
          <Table.Th scope="col">{messages.past}</Table.Th>
          <Table.Th scope="col">{messages.saved}</Table.Th>
          <Table.Th scope="col">{messages.changed}</Table.Th>
          <Table.Th scope="col">{messages.difference}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="digits">
        {figureRows(result).map((row) => (
          <Table.Tr key={row.label}>
            <Table.Th scope="row">{row.label}</Table.Th>
            <Table.Td>{row.past}</Table.Td>
            <Table.Td>{row.saved}</Table.Td>
            <Table.Td>{row.changed}</Table.Td>
            <Table.Td>
              <Difference row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const SYMBOLS = { better: '▲', worse: '▼', same: '=' } as const

function Difference({ row: { difference, judgement } }: { row: FigureRow }) {
  if (judgement === null) return null
  return (
    <span className={`replay-${judgement}`}>
      <span aria-hidden>{SYMBOLS[judgement]}</span> {difference} {messages[judgement]}
    </span>
  )
}

function Bans({ result: { bans, changed, spared } }: { result: ReplayResult }) {
  return (
    <section aria-labelledby="replay-bans">
      <h3 id="replay-bans">{messages.bansTitle}</h3>
      <p>{changed.bans === 0 ? messages.noBans : messages.wouldBan(changed.banned_drivers, changed.bans)}</p>
      {spared.length > 0 ? <p>{messages.spared(spared.length)}</p> : null}
      {bans.length > 0 ? (
        <details>
          <summary>{messages.banList}</summary>
          <ol className="replay-list digits">
            {bans.map((ban) => (
              <li key={`${ban.driver_id} ${ban.at}`}>
                <b>{ban.indicativ ?? messages.unnamed(ban.driver_id)}</b>{' '}
                <span className="dim replay-name">{ban.name}</span>
                <span className="replay-count">
                  {shownTime(ban.at, hourAndMinute)} – {shownTime(ban.until, hourAndMinute)}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  )
}
