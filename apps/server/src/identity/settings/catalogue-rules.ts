import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Tx } from '../../platform/db/database.ts'
import {
  type CatalogueKind,
  type CatalogueRow,
  codeIsTaken,
  mayBeBase,
  nameIsTaken,
  unknownServices,
} from './catalogue.store.ts'

type Wanted = Omit<CatalogueRow, 'isActive' | 'version' | 'deletedAt'>

/**
 * Validates a service or an option against the database. The caller has locked the catalogue, so the result stays true until the commit.
 */
export async function requireRight(tx: Tx, kind: CatalogueKind, row: Wanted): Promise<void> {
  const problems: Record<string, string[]> = {}
  const { companyId, name, id } = row
  if (await nameIsTaken(tx, kind, { companyId, name, except: id })) {
    problems.name = ['Există deja unul cu numele acesta']
  }
  if (kind === 'option' && (await unknownServices(tx, companyId, row.serviceIds)).length > 0) {
    problems.service_ids = ['Serviciul nu există']
  }
  if (kind === 'service') await judgeService(tx, row, problems)
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

async function judgeService(tx: Tx, row: Wanted, problems: Record<string, string[]>): Promise<void> {
  const { companyId, code, id, packageId, baseTariffId: tariffId } = row
  if (await codeIsTaken(tx, { companyId, code, except: id })) problems.code = ['Există deja unul cu codul acesta']
  if (row.isFixed && packageId !== id) problems.package_id = ['Serviciul de bază își păstrează activitatea']
  if (companyId !== null && packageId !== null) {
    problems.package_id = ['Numai serviciile platformei sunt ale unei activități']
  }
  if (tariffId === null) return
  if (companyId === null) problems.base_tariff_id = ['Tarifele sunt ale companiilor, nu ale platformei']
  else if (!(await mayBeBase(tx, { companyId, serviceId: id, tariffId }))) {
    problems.base_tariff_id = ['Alegeți tariful altui serviciu al companiei']
  }
}
