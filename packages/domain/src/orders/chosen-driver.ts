import { isBanned } from '../fleet/ban.ts'
import { DomainError, type DomainErrorCode } from '../kernel/errors.ts'

/** Facts of the driver to whom a dispatcher gives an order. */
export interface ChosenDriver {
  isActive: boolean
  onShift: boolean
  banUntil: Date | null
  isBusy: boolean
  /** The driver's only order is a trip with the client in the car. */
  isFinishing: boolean
}

/**
 * A driver of a partner always has to accept, because a dispatcher gives orders to drivers of their own company only. Own drivers have to
 * where their company wants it.
 */
export function mustAccept({ isPartner, companyRequires }: { isPartner: boolean; companyRequires: boolean }): boolean {
  return isPartner || companyRequires
}

/** First reason why the driver cannot have the order; null = may have it. A pause, the car and the place are for the dispatcher to judge. */
export function whyNotChosen(driver: ChosenDriver, now: Date): DomainErrorCode | null {
  if (!driver.isActive) return 'driver.is_inactive'
  if (isBanned(driver.banUntil, now)) return 'driver.is_banned'
  if (!driver.onShift) return 'driver.not_on_shift'
  return driver.isBusy && !driver.isFinishing ? 'driver.busy' : null
}

/** Throws when the driver cannot have the order; otherwise true when it comes after the trip that the driver is finishing. */
export function isChosenNext(driver: ChosenDriver, now: Date): boolean {
  const whyNot = whyNotChosen(driver, now)
  if (whyNot !== null) throw new DomainError(whyNot)
  return driver.isBusy
}
