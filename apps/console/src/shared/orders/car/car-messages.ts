import type { CarWarning } from '@dispecerat/domain/orders/car-watch'

/** A car that does not come to the pickup. */
export const carMessages = {
  warnings: {
    standing: (minutes: number) => `stă pe loc de ${minutes} min`,
    leaving: () => 'se îndepărtează',
    silent: (minutes: number) => `fără poziție de ${minutes} min`,
  } satisfies Record<CarWarning, (minutes: number) => string>,
  replacing: 'caut altă mașină',
  replacingUntil: (sign: string | null) => `caut altă mașină, ${keeper(sign)} rămâne până acceptă cineva`,
} as const

function keeper(sign: string | null): string {
  return sign ?? 'aceasta'
}
