export const CAR_CATEGORIES = ['standard', 'comfort', 'xl', 'van', 'moto', 'bike'] as const
export type CarCategory = (typeof CAR_CATEGORIES)[number]

/** Car documents with an end date; all three must be valid where the company requires valid documents. */
export const CAR_DOCUMENTS = ['taxi_licence_until', 'itp_until', 'rca_until'] as const
export type CarDocument = (typeof CAR_DOCUMENTS)[number]

/** 'missing' when the end date is not known. */
export const DOCUMENT_STATES = ['valid', 'soon', 'expired', 'missing'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** Documents that end within this many days are to be renewed. */
export const DOCUMENTS_SOON_DAYS = 30

/** 'bv 12-abc' → 'BV12ABC', as plates are stored and compared. */
export function normalizePlate(typed: string): string {
  return typed.toUpperCase().replace(/[\s.\-–]/g, '')
}

/** Romanian plates, provisional ones, and most of the neighbours': letters and digits, both of them. */
export function isPlate(plate: string): boolean {
  return /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{4,10}$/.test(plate)
}

/** @param until 'YYYY-MM-DD', the last valid day; @param today the day in Bucharest. */
export function documentState(until: string | null, today: string): DocumentState {
  if (until === null) return 'missing'
  if (until < today) return 'expired'
  return daysBetween(today, until) <= DOCUMENTS_SOON_DAYS ? 'soon' : 'valid'
}

const WORST_FIRST: readonly DocumentState[] = ['expired', 'soon', 'missing', 'valid']

/** State that a list shows for all documents of a car together: the worst of them. */
export function worstDocument(states: readonly DocumentState[]): DocumentState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'valid'
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000)
}

export const DEVICE_STATUSES = ['active', 'blocked', 'lost'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]
