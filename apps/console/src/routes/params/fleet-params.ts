import {
  CAR_CATEGORIES,
  type CarCategory,
  DEVICE_STATUSES,
  type DeviceStatus,
  DOCUMENT_STATES,
  type DocumentState,
} from '@dispecerat/domain/fleet/car'
import { companyOf, readTableParams, type TableParams } from './table-params.ts'

/** URL parameters of the list of cars. */
export interface CarParams extends TableParams {
  category?: CarCategory
  papers?: DocumentState
  active?: 0 | 1
  alone?: 1
  company?: number
}

export interface DeviceParams extends TableParams {
  status?: DeviceStatus
  platform?: 'android' | 'ios'
  company?: number
  version?: string
  alone?: 1
}

/** An invalid value is ignored. */
export function readCarParams(search: Record<string, unknown>): CarParams {
  const category = CAR_CATEGORIES.find((one) => one === search.category)
  const documents = DOCUMENT_STATES.find((one) => one === search.papers)
  const active = ([0, 1] as const).find((one) => String(one) === String(search.active))
  return {
    ...readTableParams(search),
    ...(category ? { category } : {}),
    ...(documents ? { papers: documents } : {}),
    ...(active === undefined ? {} : { active }),
    ...(String(search.alone) === '1' ? { alone: 1 } : {}),
    ...companyOf(search),
  }
}

/** An invalid value is ignored. */
export function readDeviceParams(search: Record<string, unknown>): DeviceParams {
  const status = DEVICE_STATUSES.find((one) => one === search.status)
  const platform = (['android', 'ios'] as const).find((one) => one === search.platform)
  const version = typeof search.version === 'string' ? search.version.trim().slice(0, 40) : ''
  return {
    ...readTableParams(search),
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...companyOf(search),
    ...(version === '' ? {} : { version }),
    ...(String(search.alone) === '1' ? { alone: 1 } : {}),
  }
}
