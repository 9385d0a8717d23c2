/** Limits of the goods fields. */
export const GOODS = { noteLength: 500, maxCodRon: 99_999.99, maxKg: 2000, maxPrepMinutes: 240 } as const

/** Packages of a company: 1 rides, 2 couriers, 3 restaurants. */
const DELIVERY_PACKAGES: readonly number[] = [2, 3]
const RIDE = 1

/** Courier and restaurant companies: goods fields, no map, no blocked phones. */
export function isDeliveryPackage(packageId: number): boolean {
  return DELIVERY_PACKAGES.includes(packageId)
}

/** Client apps recognise a delivery company by "delivery" in its type. */
export function typeOfPackage(packageId: number): string {
  return isDeliveryPackage(packageId) ? 'delivery' : 'taxi'
}

/** Service id of a package (services are seeded with the packages' ids); an unknown package is for rides. */
export function serviceOfPackage(packageId: number): number {
  return isDeliveryPackage(packageId) ? packageId : RIDE
}

/** Orders of this service carry goods and may ask for a photo of their delivery. */
export function isDeliveryService(serviceId: number): boolean {
  return DELIVERY_PACKAGES.includes(serviceId)
}

/** 12.5 kg → 12500 g. */
export function gramsFromKg(kg: number): number {
  return Math.round(kg * 1000)
}

export function kgFromGrams(grams: number): number {
  return grams / 1000
}
