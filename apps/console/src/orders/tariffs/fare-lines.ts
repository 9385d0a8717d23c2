import { type FareLine, fareOf, type Tariff } from '@dispecerat/domain/orders/tariff'
import { tariffMessages } from '../../shared/settings-page/tariff-messages.ts'
import { money } from '../../text/format.ts'

const messages = tariffMessages.calculator

interface ExplainedLine {
  part: FareLine['part']
  how: string
  ron: number
}

/** The fare of a trip, each line with its calculation. */
export function explainedFare(
  tariff: Tariff,
  trip: { metres: number; waitSeconds: number; at: Date },
): { ron: number; lines: ExplainedLine[] } {
  const fare = fareOf(tariff, trip)
  let before = 0
  const lines = fare.lines.map((line) => {
    const explained = { part: line.part, how: how(line, tariff, before), ron: line.bani / 100 }
    before += line.bani
    return explained
  })
  return { ron: fare.costBani / 100, lines }
}

function how({ part, quantity }: FareLine, tariff: Tariff, beforeBani: number): string {
  const amount = quantity ?? 0
  const ron = (bani: number) => money(bani / 100)
  switch (part) {
    case 'distance':
      return messages.distance(decimal(amount / 1000), ron(tariff.perKmBani))
    case 'waiting':
      return messages.waiting(decimal(amount / 60), ron(tariff.perMinuteWaitBani))
    case 'night':
      return messages.night(amount, ron(beforeBani))
    case 'minimum':
      return messages.minimum(ron(beforeBani), ron(tariff.minCostBani))
    default:
      return messages.start
  }
}

function decimal(n: number): string {
  return String(Math.round(n * 100) / 100).replace('.', ',')
}
