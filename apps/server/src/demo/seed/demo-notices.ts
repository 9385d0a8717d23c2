import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { CLIENTS, STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

const HOUR_MS = 3_600_000

/** Two current announcements, one that is over, and one open incident. */
export function noticeRows({ now }: SeedInput): SeedRows {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const announcement = (
    title: string,
    text: string,
    audience: SeedRow<'announcements'>['audience'],
    [from, to]: [number, number | null],
  ): SeedRow<'announcements'> => ({
    company_id: TAXI_COMPANY,
    title,
    text,
    audience,
    starts_at: at(from),
    ends_at: to === null ? null : at(to),
    created_by: STAFF.manager,
    created_at: at(from - 1),
  })
  return {
    announcements: [
      announcement('Polei pe Poiana', 'Drumul Poienii este alunecos dimineața: plecați mai devreme.', 'all', [-20, 28]),
      announcement('Tarif de noapte', 'De la 22:00 se aplică tariful de noapte.', 'drivers', [-240, null]),
      announcement('Cursă de biciclete', 'Centrul a fost închis duminică până la prânz.', 'all', [-150, -140]),
    ],
    incidents: [
      {
        company_id: TAXI_COMPANY,
        type: 'lost_item',
        text: 'Telefon uitat pe bancheta din spate, clienta revine după el.',
        client_id: asId<UserId>(CLIENTS.first),
        address: 'Gara Brașov',
        lat: 45.6608,
        long: 25.6135,
        status: 'in_work',
        created_at: at(-3),
      },
    ],
  }
}
