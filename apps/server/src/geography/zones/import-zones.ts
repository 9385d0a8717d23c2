import type { FileZone, ZoneFileFix } from '@dispecerat/contract/geography/zones'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitZonesChanged } from './emit-zones-changed.ts'
import { requireCapacity, sameName } from './zone-rules.ts'
import { drawnZones, insertZone, lockZonesOf, saveZone, type ZoneRecord } from './zones.store.ts'
import { type ReadZone, readZonesFile } from './zones-file.ts'

interface FileInput {
  companyId: CompanyId | undefined
  geojson: unknown
  fixes: readonly ZoneFileFix[]
  names: Readonly<Record<string, string>>
  /** Keys of the zones to import; undefined = all. */
  chosen: readonly string[] | undefined
}

/** Dry run of an import: reports the zones and every error, and saves nothing. */
export async function tryZonesFile(
  { db }: Pick<Server, 'db'>,
  actor: Actor,
  input: FileInput,
): Promise<{ errors: string[]; zones: FileZone[] }> {
  const { errors, zones } = read(input)
  return db.transaction().execute(async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const drawn = await drawnZones(tx, companyId)
    return { errors, zones: judged(zones, drawn, input).map(asFileZone) }
  })
}

/** Saves the chosen zones of a file, all of them or none. */
export async function importZones(server: Server, actor: Actor, input: FileInput): Promise<{ zoneIds: ZoneId[] }> {
  const { errors, zones } = read(input)
  if (errors.length > 0) throw new FieldErrors({ geojson: errors })
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    await lockZonesOf(tx, companyId)
    const now = server.clock.now()
    const drawn = await drawnZones(tx, companyId)
    const chosen = judged(zones, drawn, input).filter((zone) => isChosen(zone, input))
    requireAllGood(chosen)
    requireCapacity(drawn, chosen.filter(({ replaces }) => replaces === null).length)
    const zoneIds: ZoneId[] = []
    for (const zone of chosen) zoneIds.push(await saveOne(tx, companyId, zone, { actor, now }))
    await emitZonesChanged(server, tx, companyId, now)
    return { zoneIds }
  })
}

interface JudgedZone extends ReadZone {
  replaces: ZoneRecord | null
}

function read({ geojson, fixes, names }: FileInput): { errors: string[]; zones: ReadZone[] } {
  return readZonesFile(geojson, { fixes: new Set(fixes), names })
}

/** Compares names with the company's zones and with each other; zones that are not chosen do not count as duplicates. */
function judged(zones: readonly ReadZone[], drawn: readonly ZoneRecord[], input: FileInput): JudgedZone[] {
  const known = new Map(drawn.map((zone) => [zone.name.toLocaleLowerCase('ro'), zone]))
  const seen: string[] = []
  return zones.map((zone) => {
    const errors = [...zone.errors]
    const fixes = [...zone.fixes]
    const same = known.get(zone.name.toLocaleLowerCase('ro')) ?? null
    if (same && !input.fixes.includes('replace')) {
      errors.push('Există deja o zonă cu acest nume.')
      fixes.push('replace')
    }
    if (zone.name !== '' && isChosen(zone, input)) {
      if (seen.some((name) => sameName(name, zone.name))) errors.push('Numele apare de două ori în fișier.')
      seen.push(zone.name)
    }
    return { ...zone, errors, fixes, replaces: same && input.fixes.includes('replace') ? same : null }
  })
}

function isChosen({ key }: ReadZone, { chosen }: FileInput): boolean {
  return chosen === undefined || chosen.includes(key)
}

function requireAllGood(zones: readonly JudgedZone[]): void {
  if (zones.length === 0) throw new FieldErrors({ chosen: ['Alegeți cel puțin o zonă'] })
  const wrong = zones.filter(({ errors }) => errors.length > 0)
  if (wrong.length === 0) return
  throw new FieldErrors(Object.fromEntries(wrong.map(({ key, errors }) => [`zones.${key}`, errors])))
}

async function saveOne(
  tx: Tx,
  companyId: CompanyId,
  { name, color, ring, replaces }: JudgedZone,
  by: { actor: Actor; now: Date },
): Promise<ZoneId> {
  if (!replaces) return insertZone(tx, { companyId, name, ring, color }, by)
  await saveZone(tx, replaces, { name: replaces.name, ring, color: color ?? replaces.color }, by)
  return replaces.zoneId
}

function asFileZone({ key, name, color, ring, squareMetres, errors, fixes, replaces }: JudgedZone): FileZone {
  return {
    key,
    name,
    color,
    paths: ring,
    area_m2: Math.round(squareMetres),
    replaces: replaces?.zoneId ?? null,
    errors,
    fixes,
  }
}
