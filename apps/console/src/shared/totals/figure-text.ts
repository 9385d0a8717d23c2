import type { ReportKind, ReportRow } from '@dispecerat/contract/office/reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { duration } from '../../text/format.ts'

type Figure = ReportRow[string] | undefined

/** Formats a figure: '1.234,50', '66,7 %', '01:30', '—' for none. */
export function figureText(figure: Figure, kind: ReportKind): string {
  if (figure === null || figure === undefined || figure === '') return '—'
  if (typeof figure === 'string') return figure
  switch (kind) {
    case 'ron':
      return decimal(figure, 2)
    case 'percent':
      return `${decimal(figure, Number.isInteger(figure) ? 0 : 1)} %`
    case 'seconds':
      return duration(figure)
    case 'ratio':
      return `${decimal(figure, 2)}×`
    case 'km':
      return decimal(figure, 2)
    case 'hours':
      return decimal(figure, 1)
    default:
      return decimal(figure, Number.isInteger(figure) ? 0 : 1)
  }
}

function decimal(figure: number, digits: number): string {
  const [whole = '0', part] = Math.abs(figure).toFixed(digits).split('.')
  return `${figure < 0 ? '−' : ''}${groupThousands(Number(whole))}${part === undefined ? '' : `,${part}`}`
}
